/** The authenticated parts of a compact JWE (RFC 7516 section 7.1), by name. */
const places: Readonly<Record<string, number>> = { vector: 2, text: 3, tag: 4 };

/**
 * `encrypted-altered:vector|text|tag`: alters one byte of that part of a JWE. Only the identity provider can make a JWE
 * with a matching tag. Undefined if the token is no JWE.
 */
export function alterJwe(token: string, [place = 'tag']: readonly string[]): string | undefined {
  const parts = token.split('.');
  const at = places[place];
  const part = at === undefined ? undefined : parts[at];
  if (parts.length !== 5 || at === undefined || !part) return undefined;
  const bytes = Buffer.from(part, 'base64url');
  bytes[0] = (bytes[0] ?? 0) ^ 0xff;
  return parts.with(at, bytes.toString('base64url')).join('.');
}
