import { sentenceText } from '../engine/exchange/sentence.ts';

/** Returns a copy of a value in which each sentence is its text. */
export function inWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inWords);
  if (typeof value !== 'object' || value === null) return value;
  if ('words' in value && 'values' in value)
    return sentenceText(value as Parameters<typeof sentenceText>[0]);
  const isPlain = Object.getPrototypeOf(value) === Object.prototype;
  return isPlain
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inWords(member)]))
    : value;
}
