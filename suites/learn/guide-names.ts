import { isObject, type Json, textsIn } from '../../engine/index.ts';

export interface Delivered {
  readonly id: string;
  readonly body: Json;
}

const naming = ['id', 'key', 'slug', 'title'] as const;
/** How many objects may wrap a guide. */
const deepest = 3;
/** One name may be equal by chance. */
const fewestNames = 2;
/** Longer strings are content, and no time, number or id. */
const longestStamp = 40;

export const namesItself = ({ id, body }: Delivered): boolean => guideIn(body)?.['id'] === id;

/** Guides with names of another listed guide, and none of the requested one. */
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

/** Whether a body has all naming members of the guide, at least two besides the id. */
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
 * The object that names the guide: the root, or one inside it. An object beside content may be the
 * next guide to read, unless its name says otherwise.
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
