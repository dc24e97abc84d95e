import {
  type Answered,
  atPointer,
  type Bound,
  type Causes,
  cause,
  differences,
  fail,
  inconclusive,
  isObject,
  isServerError,
  isSuccess,
  type Json,
  type Judgement,
  jsonObject,
  pass,
  referenceToken,
  type Sentence,
  say,
  statusOr,
  symbol,
  textsIn,
  type Value,
  valueText,
} from '../../engine/index.ts';
import { why } from '../advice.ts';
import { isNamedLike } from './guide-bodies.ts';
import { withId } from './listing.ts';

interface UnknownId {
  readonly label: string;
  readonly id: Value;
  /**
   * `drawn`: one in 10^9 guides has it. `resembling`: derived from a listed id. `nil` and `user`:
   * with a meaning.
   */
  readonly kind: 'drawn' | 'resembling' | 'nil' | 'user';
}

export function unknownIds(bound: Bound): readonly UnknownId[] {
  const { guideIds } = bound.facts;
  const isFree = ({ id }: UnknownId) => typeof id !== 'string' || !guideIds.includes(id);
  const zeros: UnknownId = { label: 'zeros', id: '0'.repeat(24), kind: 'nil' };
  const user: UnknownId = { label: 'the id of a user', id: symbol('user:first'), kind: 'user' };
  return [...drawn(bound), ...resembling(guideIds[0]), zeros, user].filter(isFree);
}

function drawn({ seed }: Bound): UnknownId[] {
  return [0, 1].map((nth) => {
    const digits = (seed * 2 + nth + 1).toString(16).padStart(8, '0');
    const id = `${digits}${digits}${digits}`.slice(-24);
    return { label: `the id ${id}`, id, kind: 'drawn' };
  });
}

/**
 * They equal the listed id if the server only compares a part of it, or converts it to a double.
 * They are far from ids that a database assigns one after another.
 */
function resembling(listed = ''): UnknownId[] {
  if (!/^[a-f0-9]{24}$/.test(listed)) return [];
  const changed = [
    ['the first 18 digits of a listed id', 18, 19],
    ['the last 23 digits of a listed id', 0, 1],
    ['the first 12 and the last 6 digits of a listed id', 12, 18],
    ['the last 16 digits of a listed id', 0, 8],
  ] as const;
  return changed.map(([label, from, to]) => {
    const digits = listed
      .slice(from, to)
      .replace(/./g, (digit) => (Number.parseInt(digit, 16) ^ 8).toString(16));
    return {
      label,
      id: `${listed.slice(0, from)}${digits}${listed.slice(to)}`,
      kind: 'resembling',
    };
  });
}

interface Served {
  /** Whether the body contains no string. */
  isEmpty: boolean;
}

const notFound = 'status 404, because no guide has this id';
export const unknownCauses = {
  served: cause<Served>({
    title: 'an unknown guide id is served',
    expected: notFound,
    advice: [
      {
        suspect: 'The handler sends null, an empty object or 204 if the lookup returns nothing.',
        look: 'Respond with 404 if the result is empty, also from a cache or fallback.',
        when: [({ isEmpty }) => isEmpty || undefined],
      },
      {
        suspect:
          'The lookup is inexact: a part of the id, a number, the nearest guide or an index of -1.',
        look: 'Query by the whole id as a string.',
        when: [({ isEmpty }) => !isEmpty || undefined],
      },
    ],
  }),
  'other-status': {
    title: 'an unknown guide id gets a status other than 404',
    expected: notFound,
    advice: why.wrongStatus,
  },
} satisfies Causes;

export function judgeUnknown(
  answered: Answered,
  control: Answered | undefined,
  bound: Bound,
): Judgement<typeof unknownCauses> {
  const path = valueText(answered.request.path);
  const asked = unknownIds(bound).find(({ id }) => valueText(withId(bound, id).path) === path);
  if (asked === undefined || asked.kind === 'drawn')
    return statusOr(answered, 404, isSuccess(answered) ? served(answered) : fail('other-status'));
  if (isServerError(answered)) return inconclusive(say`the response is ${answered.answer.status}`);
  // A server may refuse such an id with another status.
  if (!isSuccess(answered)) return pass();
  const why = mayBeRight(asked, answered, control, bound);
  if (why !== undefined) return pass(why);
  return served(answered);
}

function served(answered: Answered) {
  return fail('served', { isEmpty: textsIn(jsonObject(answered) ?? null).length === 0 });
}

/** Why a success may be correct, such as for an unlisted guide. */
function mayBeRight(
  { id, kind }: UnknownId,
  answered: Answered,
  control: Answered | undefined,
  { facts }: Bound,
): Sentence | undefined {
  const body = jsonObject(answered);
  const listed = control && jsonObject(control);
  const named = body === undefined ? [] : textsIn(body);
  if (kind === 'user') {
    // Ids are only unique within one kind of resource.
    const isGuide = facts.guideIds.some((one) => named.includes(one)) || isNamedLike(body, listed);
    return isGuide ? say`the response is a guide, whose id may equal a user's` : undefined;
  }
  const isNamed = named.includes(valueText(id));
  if (isNamed) return say`the response contains the id, so it may be an unlisted guide`;
  if (kind === 'nil') return undefined;
  const isListed = body && listed && showsListed(body, listed, facts.guideIds);
  return isListed ? undefined : say`the response is no listed guide, so it may be an unlisted one`;
}

/** Whether it has a listed id where the first guide has its own, or equals the first guide. */
function showsListed(body: Json, first: Json, guideIds: readonly string[]): boolean {
  const places = placesOf(guideIds[0] ?? '', first);
  if (places.length === 0) return differences(first, body).size === 0;
  const shown = new Set(places.map((place) => atPointer(body, place)));
  const [only] = shown;
  return shown.size === 1 && typeof only === 'string' && guideIds.includes(only);
}

function placesOf(text: string, value: Json, place = ''): string[] {
  if (value === text) return [place];
  if (Array.isArray(value))
    return value.flatMap((one, at) => placesOf(text, one, `${place}/${at}`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    placesOf(text, one, `${place}/${referenceToken(name)}`),
  );
}
