/** The parts of a compact JWE (RFC 7516 section 7.1) that are authenticated, by name. */
const places: Readonly<Record<string, number>> = { vector: 2, text: 3, tag: 4 };

/**
 * `encrypted-altered:vector|text|tag`: a JWE with a byte of that part altered. Nobody but the identity provider can make
 * one whose tag fits. Undefined for what is no JWE.
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
