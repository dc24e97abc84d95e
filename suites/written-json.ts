// Writes the same JSON as another client would. White space, the order of members and escapes have no meaning (RFC
// 8259).

/** Returns JSON in several lines. */
export function indented(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** Returns JSON in which the first letter of that string is escaped; undefined if the string has no letter. */
export function withEscape(value: unknown, text: string): string | undefined {
  const at = text.search(/[A-Za-z]/);
  if (at < 0) return undefined;
  const before = JSON.stringify(text.slice(0, at)).slice(0, -1);
  const after = JSON.stringify(text.slice(at + 1)).slice(1);
  const whole = JSON.stringify(value);
  const escaped = whole.replace(JSON.stringify(text), () => `${before}\\${escapeOf(text, at)}${after}`);
  return escaped === whole ? undefined : escaped;
}

/**
 * Returns the end of the escaped string, from the escape on, as a server stores it if it loses the backslash. Undefined
 * if the string has no letter.
 */
export function undecoded(text: string): string | undefined {
  const at = text.search(/[A-Za-z]/);
  return at < 0 ? undefined : `${escapeOf(text, at)}${text.slice(at + 1)}`;
}

function escapeOf(text: string, at: number): string {
  return `u${text.charCodeAt(at).toString(16).padStart(4, '0')}`;
}
