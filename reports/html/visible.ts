import type { Result } from '../../engine/result.ts';

/** A result as a page shows it: what would act unseen on the reader's screen stands there as its code. */
export type Shown = Omit<Result, 'part'>;

/** Every text of the result made visible, at one place, so that no part of the page can forget it. */
export function makeVisible(result: Result): Shown {
  const { part: _part, ...shown } = result;
  // The walk keeps the form: every string becomes a string.
  return walk(shown) as Shown;
}

function walk(value: unknown): unknown {
  if (typeof value === 'string') return visible(value);
  if (Array.isArray(value)) return value.map(walk);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [visible(name), walk(one)]));
}

/** Controls, formats such as bidirectional overrides and joiners, halves of pairs, private use, other line ends. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

function visible(text: string): string {
  return text.replace(unseen, (character) => {
    if (character === '\n' || character === '\t') return character;
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
  });
}
