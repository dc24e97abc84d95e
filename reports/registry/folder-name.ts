import { createHash } from 'node:crypto';

/** The most characters of a folder name, including the hyphen and the digest. */
const longest = 60;
const digits = 10;

const word = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const endsLikeDigest = new RegExp(`-[0-9a-f]{${digits}}$`);

/**
 * Returns the folder of a name in the site: the name itself if it is short and safe, otherwise the
 * stem and a digest. A name that ends like a digest gets one too: it could equal the folder of
 * another name.
 */
export function folderName(name: string, stem: string): string {
  if (name.length <= longest && word.test(name) && !endsLikeDigest.test(name)) return name;
  // As JSON, because UTF-8 encodes all lone surrogates as the same bytes.
  const digest = createHash('sha256').update(JSON.stringify(name)).digest('hex').slice(0, digits);
  return `${stem}-${digest}`;
}

export function stemOf(name: string, otherwise: string): string {
  const words = name
    .slice(0, 500)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return trimmed(trimmed(words).slice(0, longest - digits - 1)) || otherwise;
}

const trimmed = (text: string) => text.replace(/^-|-$/g, '');
