import {
  type Answered,
  atPointer,
  type Bound,
  briefly,
  differences,
  held,
  isObject,
  isServerError,
  isSuccess,
  type Json,
  type Judgement,
  jsonObject,
  judgeStatus,
  referenceToken,
  symbol,
  unanswered,
  type Value,
  valueText,
  violated,
} from '../../engine/index.ts';
import { isNamedLike } from './exchanged-guides.ts';
import { textsIn } from './guide-names.ts';
import { withId } from './with-id.ts';

const nil = '0'.repeat(24);

/** An id that no guide is known to have. */
export interface UnknownId {
  readonly label: string;
  readonly id: Value;
  /** Nobody else's but by an accident of 1 in 10^9 guides, made of a listed one, or of a meaning of its own. */
  readonly kind: 'drawn' | 'resembling' | 'nil' | 'user';
}

/** Ids of no listed guide. */
export function unknownIds(bound: Bound): readonly UnknownId[] {
  const { guideIds } = bound.facts;
  const isFree = ({ id }: UnknownId) => typeof id !== 'string' || !guideIds.includes(id);
  const user: UnknownId = { label: 'the id of a user', id: symbol('user:first'), kind: 'user' };
  return [...drawn(bound), ...resembling(guideIds[0]), { label: 'zeros', id: nil, kind: 'nil' as const }, user].filter(
    isFree,
  );
}

function drawn({ seed }: Bound): UnknownId[] {
  return [0, 1].map((nth) => {
    const digits = (seed * 2 + nth + 1).toString(16).padStart(8, '0');
    const id = `${digits}${digits}${digits}`.slice(-24);
    return { label: `the id ${id}`, id, kind: 'drawn' };
  });
}

/**
 * Ids far from those that a database gives in a row, which are the listed one where only a part of an id is looked at, or
 * no more than a double holds.
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
    const digits = listed.slice(from, to).replace(/./g, (digit) => (Number.parseInt(digit, 16) ^ 8).toString(16));
    return { label, id: `${listed.slice(0, from)}${digits}${listed.slice(to)}`, kind: 'resembling' };
  });
}

/** What an id that no guide is known to have was answered with. */
export function judgeUnknown(answered: Answered, control: Answered | undefined, bound: Bound): Judgement {
  const asked = unknownIds(bound).find(({ id }) => pathTo(id, bound) === valueText(answered.request.path));
  if (asked === undefined || asked.kind === 'drawn')
    return judgeStatus(answered, 404, statusCause(isSuccess(answered)));
  if (isServerError(answered)) return unanswered(`the response is ${answered.answer.status}`);
  // Ids of a meaning of their own may be refused for what they mean.
  if (!isSuccess(answered)) return held();
  const why = mayBeRight(asked, answered, control, bound);
  if (why !== undefined) return held(why);
  return violated(statusCause(true), `a refusal, because no guide has this id (${asked.label})`, briefly(answered));
}

const pathTo = (id: Value, bound: Bound) => valueText(withId(bound, id).path);

const statusCause = (served: boolean) =>
  served ? 'an unknown guide id is served' : 'an unknown guide id gets a status other than 404';

/** Why a success may be that of a guide which is not listed. */
function mayBeRight(
  { id, kind }: UnknownId,
  answered: Answered,
  control: Answered | undefined,
  { facts }: Bound,
): string | undefined {
  const body = jsonObject(answered);
  const listed = control && jsonObject(control);
  const named = body === undefined ? [] : textsIn(body);
  if (kind === 'user') {
    // Ids are unique among things of one kind.
    const isGuide = facts.guideIds.some((one) => named.includes(one)) || isNamedLike(body, listed);
    return isGuide ? "the response is a guide, whose id may equal a user's" : undefined;
  }
  const isNamed = named.includes(valueText(id));
  if (isNamed) return 'the response contains the id, so it may be an unlisted guide';
  if (kind === 'nil') return undefined;
  const isListed = body && listed && showsListed(body, listed, facts.guideIds);
  return isListed ? undefined : 'the response is no listed guide, so it may be an unlisted one';
}

/** Whether a body is that of a listed guide: of another id where the first guide has its own, or all the same. */
function showsListed(body: Json, first: Json, guideIds: readonly string[]): boolean {
  const places = placesOf(guideIds[0] ?? '', first);
  if (places.length === 0) return differences(first, body).size === 0;
  const shown = new Set(places.map((place) => atPointer(body, place)));
  const [only] = shown;
  return shown.size === 1 && typeof only === 'string' && guideIds.includes(only);
}

/** Where a text stands in a value. */
function placesOf(text: string, value: Json, place = ''): string[] {
  if (value === text) return [place];
  if (Array.isArray(value)) return value.flatMap((one, at) => placesOf(text, one, `${place}/${at}`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => placesOf(text, one, `${place}/${referenceToken(name)}`));
}
