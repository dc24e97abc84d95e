import { confusedForgeries } from './forge/confused.ts';
import { alterJwe } from './forge/jwe.ts';
import { decodesAlike, type ForgeMaterial, type Forgery, readJws } from './forge/jws.ts';
import { ownKeyForgeries } from './forge/own-key.ts';
import { tamperedForgeries } from './forge/tampered.ts';
import { textOperations } from './forge/text.ts';

export type { ForgeMaterial } from './forge/jws.ts';

const forgeries: Readonly<Record<string, Forgery>> = {
  ...tamperedForgeries,
  ...ownKeyForgeries,
  ...confusedForgeries,
};

/**
 * A token in a field line longer than this could be refused for its size (READING: the header section of a must check
 * stays within 4 KiB), unless the genuine one is as long.
 */
const longestForged = 3_500;

/**
 * Applies the comma-separated operations of `Symbolic.forge` to what a symbol stands for. Arguments follow an operation
 * after colons, percent-encoded. Undefined where one cannot be applied (a token operation to what is no JWS, an HMAC
 * without a public key) or alters nothing: then there is nothing to send. Throws a `TypeError` for an unknown operation.
 */
export function forge(text: string, operations: string, material: ForgeMaterial): string | undefined {
  let forged: string | undefined = text;
  for (const operation of operations.split(',')) {
    if (forged === undefined) return undefined;
    const [name = '', ...args] = operation.split(':');
    forged = apply(forged, name, args.map(decodeURIComponent), material);
  }
  return forged;
}

function apply(text: string, name: string, args: readonly string[], material: ForgeMaterial): string | undefined {
  const operation = Object.hasOwn(textOperations, name) ? textOperations[name] : undefined;
  if (operation) return operation(text, args);
  if (name === 'encrypted-altered') return alterJwe(text, args);
  const forgery = Object.hasOwn(forgeries, name) ? forgeries[name] : undefined;
  if (!forgery) throw new TypeError(`no such operation of forging: ${name}`);
  const jws = readJws(text);
  const forged = jws && forgery(jws, args, material);
  if (forged === undefined || decodesAlike(forged, text)) return undefined;
  return forged.length > Math.max(longestForged, text.length + 64) ? undefined : forged;
}
