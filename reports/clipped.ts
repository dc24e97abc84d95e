import { plain } from './plain.ts';

/**
 * Returns the string as one line. Beyond `limit` characters it cuts the string and appends the full
 * length. Invisible characters become escape sequences.
 */
export function clipped(text: string, limit: number): string {
  // Escaping never makes a string shorter, so characters beyond the limit do not matter.
  const shown = plain(text.slice(0, limit + 1)).toWellFormed();
  if (text.length <= limit && shown.length <= limit) return shown;
  const kept = shown.slice(0, limit).toWellFormed();
  return `${kept}… (${text.length} characters)`;
}
