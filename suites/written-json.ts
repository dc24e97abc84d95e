/** The same JSON, as another client writes it (RFC 8259): white space, the order of members and escapes mean nothing. */

/** JSON text of several lines. */
export function indented(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** JSON text in which the first letter of one of its strings is an escape; undefined where that string has no letter. */
export function withEscape(value: unknown, text: string): string | undefined {
  const at = text.search(/[A-Za-z]/);
  if (at < 0) return undefined;
  const before = JSON.stringify(text.slice(0, at)).slice(0, -1);
  const after = JSON.stringify(text.slice(at + 1)).slice(1);
  const whole = JSON.stringify(value);
  const escaped = whole.replace(JSON.stringify(text), () => `${before}\\${escapeOf(text, at)}${after}`);
  return escaped === whole ? undefined : escaped;
}

/** What is left of the escape where its backslash is lost, and of the text after it; undefined where there is none. */
export function undecoded(text: string): string | undefined {
  const at = text.search(/[A-Za-z]/);
  return at < 0 ? undefined : `${escapeOf(text, at)}${text.slice(at + 1)}`;
}

function escapeOf(text: string, at: number): string {
  return `u${text.charCodeAt(at).toString(16).padStart(4, '0')}`;
}
