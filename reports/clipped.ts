import { plain } from './plain.ts';

/** The text as one line of at most `limit` characters that shows what it hides, and says how much is missing. */
export function clipped(text: string, limit: number): string {
  // Escaping makes a text longer and never shorter, so what lies beyond the limit need not be looked at.
  const shown = plain(text.slice(0, limit + 1)).toWellFormed();
  if (text.length <= limit && shown.length <= limit) return shown;
  const kept = shown.slice(0, limit).toWellFormed();
  return `${kept}… (${text.length} characters)`;
}
