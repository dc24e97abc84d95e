import { isObject, type Json } from '../../engine/index.ts';
import type { Delivered } from './alike-guides.ts';
import { entryOf, longestStamp, naming, textsIn } from './guide-names.ts';

/** How deep a guide may stand in what wraps it. */
const deepest = 3;
/** By how many names another guide has to be known: one alone may be the same by chance. */
const fewestNames = 2;

/** A guide that was delivered for the id of another guide. */
export type Misdelivered = Delivered & { readonly other: string };

/** Whether the body contains the requested id as its own. If so, its names need no check. */
export function namesItself({ id, body }: Delivered): boolean {
  return guideIn(body)?.['id'] === id;
}

/**
 * Returns the guides that have at least two names of another listed guide, and no name of the requested one. Returns
 * each delivered guide only once, so one guide for several ids is not an exchange.
 */
export function misdelivered<One extends Delivered>(
  delivered: readonly One[],
  listing: readonly Json[],
): (One & Misdelivered)[] {
  const wrong = delivered.flatMap((one) => {
    const other = otherOf(one, listing);
    return other === undefined ? [] : [{ ...one, other }];
  });
  return wrong.filter(({ other }, at) => wrong.findIndex((earlier) => earlier.other === other) === at);
}

function otherOf({ id, body }: Delivered, listing: readonly Json[]): string | undefined {
  const own = entryOf(id, listing);
  const guide = guideIn(body);
  if (!own || !guide) return undefined;
  const texts = new Set(textsIn(body));
  if (naming.some((member) => typeof own[member] === 'string' && texts.has(own[member]))) return undefined;
  const other = listing.find((entry) => isObject(entry) && entry['id'] !== id && isNamedAs(guide, entry));
  return isObject(other) && typeof other['id'] === 'string' ? other['id'] : undefined;
}

type Members = { [name: string]: Json };

/** Whether a body has all naming members that the guide has, which must be at least two besides the id. */
export function isNamedLike(body: Json | undefined, guide: Json | undefined): boolean {
  const [one, other] = [guideIn(body), guideIn(guide)];
  const names = naming.filter((member) => member !== 'id' && typeof other?.[member] === 'string');
  return names.length >= fewestNames && names.every((member) => typeof one?.[member] === 'string');
}

function isNamedAs(guide: Members, entry: Members): boolean {
  const same = naming.filter((member) => {
    const name = guide[member];
    return typeof name === 'string' && name !== '' && name === entry[member];
  });
  return same.length >= fewestNames;
}

/**
 * Where a guide tells its names: at the root, or in what is wrapped there. Beside content it may be the next guide to read,
 * unless it is called what was asked for.
 */
function guideIn(body: Json | undefined, depth = 0): Members | undefined {
  if (!isObject(body) || depth > deepest) return undefined;
  if (naming.some((member) => typeof body[member] === 'string')) return body;
  const said = Object.entries(body).filter(([, one]) => isObject(one) || isContent(one));
  const called = said.filter(([name, one]) => isObject(one) && askedFor.test(name));
  const [only, ...more] = called.length === 1 ? called : said;
  return more.length === 0 ? guideIn(only?.[1], depth + 1) : undefined;
}

const askedFor = /^(data|result|payload|(learning[_-]?)?guide)$/i;

const isContent = (value: Json) => Array.isArray(value) || (typeof value === 'string' && value.length > longestStamp);
