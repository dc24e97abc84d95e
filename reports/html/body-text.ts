import { applyEdits, format, type Node, parseTree } from 'jsonc-parser';
import { clip } from './clipped.tsx';

export type Stretch = Readonly<{
  text: string;
  isMarked: boolean;
}>;

/**
 * The deepest nesting that is indented. Beyond it, the indentation would be longer than the body.
 */
const deepest = 24;

/**
 * Splits a body into parts for display. It marks what the pointers name and what differs from
 * another body. JSON is indented, with every token unchanged. The body is cut after `bytes` bytes
 * of the page, but the first marked part after the cut is still shown.
 */
export function layOut(
  body: string,
  pointers: readonly (readonly string[])[],
  bytes: number,
  other = body,
): { readonly stretches: readonly Stretch[]; readonly shown: number } {
  const mine = indented(body);
  const theirs = other === body ? mine : indented(other);
  // Two bodies are compared in the same form.
  const tree = theirs || other === '' ? mine : undefined;
  const text = tree?.text ?? body;
  const ranges = (tree ? pointers.flatMap((pointer) => rangesAt(tree.root, pointer)) : [])
    .concat(
      tree
        ? rangeOfChange(linesOf(text), linesOf(theirs?.text ?? ''))
        : rangeOfChange([...body], [...other]),
    )
    .sort((left, right) => left.start - right.start)
    .filter(({ start }, at, all) => at === 0 || start >= (all[at - 1]?.end ?? 0));
  const beginning = clip(text, bytes).length;
  const stretches: Stretch[] = [];
  let at = 0;
  for (const { start, end } of ranges) {
    if (start >= beginning) {
      if (at < beginning) stretches.push({ text: text.slice(at, beginning), isMarked: false });
      stretches.push({ text: '\n…\n', isMarked: false });
      stretches.push({ text: clip(text.slice(start, end), 400), isMarked: true });
      return { stretches, shown: beginning };
    }
    stretches.push({ text: text.slice(at, start), isMarked: false });
    stretches.push({ text: text.slice(start, Math.min(end, beginning)), isMarked: true });
    at = Math.min(end, beginning);
  }
  stretches.push({ text: text.slice(at, beginning), isMarked: false });
  return {
    stretches: stretches.filter((stretch) => stretch.text !== ''),
    shown: beginning === text.length ? body.length : beginning,
  };
}

function isShallow(body: string) {
  let [depth, most] = [0, 0];
  for (const character of body) {
    if (character === '{' || character === '[') most = Math.max(most, ++depth);
    if (character === '}' || character === ']') depth--;
  }
  return most > 0 && most <= deepest;
}

function indented(body: string) {
  if (!isShallow(body)) return undefined;
  const edits = format(body, undefined, { insertSpaces: true, tabSize: 2, eol: '\n' });
  const text = applyEdits(body, edits);
  const errors: { error: number; offset: number; length: number }[] = [];
  const root = parseTree(text, errors, { disallowComments: true });
  return root && errors.length === 0 ? { text, root } : undefined;
}

type Range = Readonly<{
  start: number;
  end: number;
}>;

/** A member is marked with its name, an array element alone. A `*` names all elements. */
function rangesAt(node: Node, [segment, ...rest]: readonly string[]): Range[] {
  if (segment === undefined) {
    const { offset, length } = node.parent?.type === 'property' ? node.parent : node;
    return [{ start: offset, end: offset + length }];
  }
  const { type, children = [] } = node;
  return children.flatMap((child, at) => {
    if (type === 'array')
      return segment === '*' || segment === `${at}` ? rangesAt(child, rest) : [];
    const [name, value] = child.children ?? [];
    return value && name?.value === segment ? rangesAt(value, rest) : [];
  });
}

const linesOf = (text: string) => text.split(/(?<=\n)/);

function rangeOfChange(parts: readonly string[], others: readonly string[]) {
  let start = 0;
  while (start < parts.length && parts[start] === others[start]) start++;
  let same = 0;
  const most = Math.min(parts.length, others.length) - start;
  while (same < most && parts.at(-1 - same) === others.at(-1 - same)) same++;
  const lengthOf = (some: readonly string[]) => some.join('').length;
  const [from, to] = [
    lengthOf(parts.slice(0, start)),
    lengthOf(parts.slice(0, parts.length - same)),
  ];
  return to > from ? [{ start: from, end: to }] : [];
}
