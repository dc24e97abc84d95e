import { type Request, valueText } from '../../engine/index.ts';

/** What a firewall in front takes for an attack: climbing folders, quotes of SQL, markup, templates, JavaScript's own names. */
const signatures: readonly RegExp[] = [
  /\.\.[/\\]/,
  /'\s*(;|--)|'\s+(or|and)\b/i,
  // The secrets are symbols here: an element may be named by one.
  /<[a-z!/{]/i,
  /[$#]\{/,
  /"?\$[a-z]+"?\s*:/i,
  /\0/,
  /__proto__|constructor|prototype/,
];

/** Whether a firewall may drop the connection over it, instead of refusing it: the target is not what falls silent then. */
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
