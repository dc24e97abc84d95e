import { confusedForgeries } from './forge/confused.ts';
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
 * In characters. A server may refuse a longer token because of its size. The excess of a genuine
 * token is added.
 */
const longestForged = 3_500;
const usual = 1_024;

/**
 * Applies comma-separated operations with percent-encoded arguments after colons. Undefined if one
 * alters nothing or cannot be applied. Throws a `TypeError` for an unknown one.
 */
export function forge(text: string, operations: string, material: ForgeMaterial) {
  let forged: string | undefined = text;
  for (const operation of operations.split(',')) {
    if (forged === undefined) return undefined;
    const [name = '', ...args] = operation.split(':');
    forged = apply(forged, name, args.map(decodeURIComponent), material);
  }
  return forged;
}

function apply(text: string, name: string, args: readonly string[], material: ForgeMaterial) {
  const operation = Object.hasOwn(textOperations, name) ? textOperations[name] : undefined;
  if (operation) return operation(text, args);
  const forgery = Object.hasOwn(forgeries, name) ? forgeries[name] : undefined;
  if (!forgery) throw new TypeError(`unknown forge operation: ${name}`);
  const jws = readJws(text);
  const forged = jws && forgery(jws, args, material);
  if (forged === undefined || decodesAlike(forged, text)) return undefined;
  return forged.length > longestForged + Math.max(text.length - usual, 0) ? undefined : forged;
}
