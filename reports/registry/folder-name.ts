import { createHash } from 'node:crypto';

/** Characters, of which a stem takes what a hyphen and a digest leave. */
const longest = 60;
const digits = 10;

const word = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const endsLikeDigest = new RegExp(`-[0-9a-f]{${digits}}$`);

/**
 * The folder that a name has in the site: itself where it is a word of lower-case letters, digits and hyphens, else the
 * stem and a digest of the whole name. It depends on nothing but the name, and no name can ask for the folder of another.
 */
export function folderName(name: string, stem: string): string {
  if (name.length <= longest && word.test(name) && !endsLikeDigest.test(name)) return name;
  // As JSON, because halves of surrogate pairs would all be the same byte sequence.
  const digest = createHash('sha256').update(JSON.stringify(name)).digest('hex').slice(0, digits);
  return `${stem}-${digest}`;
}

/** What of a name can stand in an address, for people who read it there; `otherwise` where nothing can. */
export function stemOf(name: string, otherwise: string): string {
  const words = name
    .slice(0, 500)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return trimmed(trimmed(words).slice(0, longest - digits - 1)) || otherwise;
}

function trimmed(text: string): string {
  return text.replace(/^-|-$/g, '');
}
