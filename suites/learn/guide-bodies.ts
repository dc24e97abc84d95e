import {
  type Ask,
  type Bound,
  cause,
  type Exchange,
  fail,
  fromTarget,
  isObject,
  isSuccess,
  type Json,
  type Judgement,
  jsonObject,
  pass,
  recurring,
  textsIn,
} from '../../engine/index.ts';
import { expecting } from '../refusals.ts';
import { elementsOf } from './listing.ts';

export type Fetched = Readonly<{
  at: number;
  id: string;
  exchange: Exchange;
}>;

interface Misdelivered {
  id: string;
  other: string;
  ids: number;
}

const inexact = {
  suspect: 'The lookup uses another key, an offset or a cache key that confuses guides.',
  look: 'Look up and cache guides by the whole requested id.',
};
const another = expecting<Misdelivered>(
  ({ id }) => `the guide ${id}`,
  ({ other, ids }) => `the guide ${other}; ${ids} ids yield another guide`,
);
export const bodyCauses = {
  'same-guide': cause<{ ids: number }>({
    title: 'every id yields the same guide',
    expected: 'bodies that differ between two ids',
    actual: ({ ids }) => `${ids} ids with the same body`,
    advice: [inexact],
  }),
  swapped: another("ids yield each other's guides", inexact),
  'other-guide': another('an id yields the guide of another id', inexact),
};
type Compared = Judgement<typeof bodyCauses>;

type Come = Fetched & Delivered;

function deliveredOf(fetched: readonly Fetched[]) {
  return fetched.flatMap((one) => {
    const { exchange } = one;
    if (!isSuccess(exchange) || exchange.answer.status !== 200) return [];
    const body = jsonObject(exchange);
    return body ? [{ ...one, body }] : [];
  });
}

/** It is a finding if an id yields another guide twice. */
export async function compareBodies(bound: Bound, ask: Ask, fetched: readonly Fetched[]) {
  if (deliveredOf(fetched).length < 2) return [];
  let judgement: Compared = pass();
  const found = await recurring(ask, { first: [0], again: [0] }, async (_nth, isAgain) => {
    const fetchAgain = (one: Fetched) => ask(`exchanged-${one.at}`, one.exchange.request);
    const again = async (one: Fetched) => ({ ...one, exchange: await fetchAgain(one) });
    const delivered = deliveredOf(isAgain ? await Promise.all(fetched.map(again)) : fetched);
    const named =
      judgeAllAlike(delivered) ??
      (await judgeNames(bound, ask, delivered, isAgain ? '-again' : ''));
    judgement = named ?? pass();
    const endedAt = Math.max(...delivered.map(({ exchange }) => exchange.endedAt));
    return { shows: judgement.kind === 'fail', endedAt };
  });
  return [found ? judgement : pass()];
}

function judgeAllAlike(delivered: readonly Come[]) {
  const [first, ...others] = delivered.map(({ body }) => JSON.stringify(body));
  if (others.length === 0 || others.some((body) => body !== first)) return undefined;
  return fail('same-guide', { ids: delivered.length }, delivered[0]?.exchange);
}

/** A single guide may have been renamed, unless the other id also yields that guide. */
async function judgeNames(bound: Bound, ask: Ask, delivered: readonly Come[], again: string) {
  if (!bound.covers('guides') || delivered.every(namesItself)) return undefined;
  const listing = elementsOf(await ask(`listing-of-names${again}`, bound.wellFormed('guides')));
  const found = misdelivered(delivered, listing ?? []);
  const [wrong, ...more] = found;
  if (!wrong) return undefined;
  const isExchange = new Set(found.map(({ other }) => other)).size > 1;
  const isRightThere =
    delivered.some(({ id }) => id === wrong.other) && !found.some(({ id }) => id === wrong.other);
  if (more.length === 0 && !isRightThere) return undefined;
  return fail(
    isExchange ? 'swapped' : 'other-guide',
    { id: fromTarget(wrong.id), other: fromTarget(wrong.other), ids: found.length },
    wrong.exchange,
  );
}

interface Delivered {
  readonly id: string;
  readonly body: Json;
}

const naming = ['id', 'key', 'slug', 'title'];
/** How many objects may wrap a guide. */
const deepest = 3;
/** One name may be equal by chance. */
const fewestNames = 2;
/** Longer strings are content, and no time, number or id. */
const longestStamp = 40;

const namesItself = ({ id, body }: Delivered) => guideIn(body)?.['id'] === id;

/** Guides with names of another listed guide, and none of the requested one. */
export function misdelivered<One extends Delivered>(
  delivered: readonly One[],
  listing: readonly Json[],
) {
  return delivered.flatMap((one) => {
    const other = otherOf(one, listing);
    return other === undefined ? [] : [{ ...one, other }];
  });
}

function otherOf({ id, body }: Delivered, listing: readonly Json[]) {
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
export function isNamedLike(body: Json | undefined, guide: Json | undefined) {
  const [one, other] = [guideIn(body), guideIn(guide)];
  const names = naming.filter((member) => member !== 'id' && typeof other?.[member] === 'string');
  return names.length >= fewestNames && names.every((member) => typeof one?.[member] === 'string');
}

function isNamedAs(guide: Members, entry: Members) {
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
