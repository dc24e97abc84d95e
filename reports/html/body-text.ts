import { applyEdits, findNodeAtLocation, format, type Node, parseTree } from 'jsonc-parser';
import { clip } from './clipped.tsx';

/** A part of a body, marked or not. */
export interface Stretch {
  readonly text: string;
  readonly isMarked: boolean;
}

/**
 * The deepest nesting that is indented. Beyond it, the indentation would be longer than the body.
 */
const deepest = 24;

/**
 * Splits a body into parts for display and marks the values that the pointers name. It indents
 * JSON, and keeps every token unchanged. It cuts the body after `bytes` bytes of the page, but
 * still shows the first marked part after the cut.
 */
export function layOut(
  body: string,
  pointers: readonly (readonly string[])[],
  bytes: number,
): { readonly stretches: readonly Stretch[]; readonly shown: number } {
  const tree = isShallow(body) ? indented(body) : undefined;
  const text = tree?.text ?? body;
  const ranges = (tree ? pointers.flatMap((pointer) => rangeOf(tree.root, pointer)) : [])
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

function isShallow(body: string): boolean {
  let [depth, most] = [0, 0];
  for (const character of body) {
    if (character === '{' || character === '[') most = Math.max(most, ++depth);
    if (character === '}' || character === ']') depth--;
  }
  return most > 0 && most <= deepest;
}

function indented(body: string): { readonly text: string; readonly root: Node } | undefined {
  const edits = format(body, undefined, { insertSpaces: true, tabSize: 2, eol: '\n' });
  const text = applyEdits(body, edits);
  const errors: { error: number; offset: number; length: number }[] = [];
  const root = parseTree(text, errors, { disallowComments: true });
  return root && errors.length === 0 ? { text, root } : undefined;
}

/**
 * Finds the range of a value in the text: a member together with its name, an array element alone.
 */
function rangeOf(
  root: Node,
  pointer: readonly string[],
): { readonly start: number; readonly end: number }[] {
  const path = pointer.map((segment) => (/^\d+$/.test(segment) ? Number(segment) : segment));
  const node = findNodeAtLocation(root, path);
  if (!node) return [];
  const { offset, length } = node.parent?.type === 'property' ? node.parent : node;
  return [{ start: offset, end: offset + length }];
}
