import { type Request, valueText } from '../../engine/index.ts';

/**
 * Patterns that a firewall may treat as an attack: path traversal, SQL quotes, markup, templates, JavaScript's special
 * names.
 */
const signatures: readonly RegExp[] = [
  /\.\.[/\\]/,
  /'\s*(;|--)|'\s+(or|and)\b/i,
  // Secrets are symbols here, and an element name may be one.
  /<[a-z!/{]/i,
  /[$#]\{/,
  /"?\$[a-z]+"?\s*:/i,
  /\0/,
  /__proto__|constructor|prototype/,
];

/**
 * Reports whether a firewall may drop the connection instead of refusing the request. Then the target is not to blame.
 */
export function looksLikeAttack({ path, headers, body = '' }: Request): boolean {
  const texts = [path, ...headers.map(([, value]) => value), body].map(valueText);
  return texts.some((text) => signatures.some((signature) => signature.test(text) || signature.test(decoded(text))));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
