import type { Result } from '../../engine/result.ts';
import { escaped } from '../log-commands.ts';

/** A result for display in a page, with invisible characters escaped. */
export type Shown = Omit<Result, 'part'>;

/** Escapes invisible characters in every string, so that no part of the page can forget to. */
export function makeVisible(result: Result): Shown {
  const { part: _part, ...shown } = result;
  // The walk changes strings only, so the type stays the same.
  return walk(shown) as Shown;
}

function walk(value: unknown): unknown {
  if (typeof value === 'string') return visible(value);
  if (Array.isArray(value)) return value.map(walk);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [visible(name), walk(one)]));
}

/** Also private use and bidirectional overrides. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/** Escapes invisible characters except line feeds and tabs. */
export const visible = (text: string): string =>
  text.replace(unseen, (character) => {
    if (character === '\n' || character === '\t') return character;
    return character.length > 1
      ? `\\u{${character.codePointAt(0)?.toString(16)}}`
      : escaped(character);
  });
