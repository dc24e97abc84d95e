import { isObject, type Json, textsIn } from '../../engine/index.ts';

/** The body that was delivered for a guide's id. */
export interface Delivered {
  readonly id: string;
  readonly body: Json;
}

/** Members by which the listing names a guide. */
const naming = ['id', 'key', 'slug', 'title'] as const;
/** How many objects may wrap a guide. */
const deepest = 3;
/** So many names identify a guide. One alone may be equal by chance. */
const fewestNames = 2;
/**
 * The greatest length of a string that may be a time, a number or an id. Longer strings are
 * content.
 */
const longestStamp = 40;

/** Whether the body contains the requested id as its own. If so, its names need no check. */
export const namesItself = ({ id, body }: Delivered): boolean => guideIn(body)?.['id'] === id;

/** Returns the guides that have names of another listed guide, and no name of the requested one. */
export function misdelivered<One extends Delivered>(
  delivered: readonly One[],
  listing: readonly Json[],
) {
  return delivered.flatMap((one): (One & { readonly other: string })[] => {
    const other = otherOf(one, listing);
    return other === undefined ? [] : [{ ...one, other }];
  });
}

function otherOf({ id, body }: Delivered, listing: readonly Json[]): string | undefined {
  const own = listing.filter(isObject).find((entry) => entry['id'] === id);
  const guide = guideIn(body);
  if (!own || !guide) return undefined;
  const texts = new Set(textsIn(body));
  if (naming.some((member) => typeof own[member] === 'string' && texts.has(own[member])))
    return undefined;
  const other = listing.find(
    (entry) => isObject(entry) && entry['id'] !== id && isNamedAs(guide, entry),
  );
  return isObject(other) && typeof other['id'] === 'string' ? other['id'] : undefined;
}

type Members = { [name: string]: Json };

/**
 * Whether a body has all naming members that the guide has, which must be at least two besides the
 * id.
 */
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
 * Returns the object that names the guide: the root, or an object inside it. An object beside
 * content may be the next guide to read, unless its name shows that it is the requested one.
 */
function guideIn(body: Json | undefined, depth = 0): Members | undefined {
  if (!isObject(body) || depth > deepest) return undefined;
  if (naming.some((member) => typeof body[member] === 'string')) return body;
  const said = Object.entries(body).filter(([, one]) => isObject(one) || isContent(one));
  const called = said.filter(([name, one]) => isObject(one) && requested.test(name));
  const [only, ...more] = called.length === 1 ? called : said;
  return more.length === 0 ? guideIn(only?.[1], depth + 1) : undefined;
}

const requested = /^(data|result|payload|(learning[_-]?)?guide)$/i;

const isContent = (value: Json) =>
  Array.isArray(value) || (typeof value === 'string' && value.length > longestStamp);
