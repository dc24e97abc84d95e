import {
  type Answered,
  atPointer,
  type Bound,
  type Causes,
  differences,
  fail,
  isObject,
  isServerError,
  isSuccess,
  type Json,
  type Judgement,
  jsonObject,
  notJudged,
  pass,
  referenceToken,
  type Sentence,
  say,
  statusOr,
  textsIn,
  valueText,
} from '../../engine/index.ts';
import { withId } from '../../fixtures/malformed/guide-id.ts';
import { type UnknownId, unknownIds } from '../../fixtures/malformed/unknown-guide.ts';
import { why } from '../advice.ts';
import { expecting } from '../refusals.ts';
import { isNamedLike } from './guide-bodies.ts';

interface Served {
  /** Whether the body contains no string. */
  isEmpty: boolean;
}

const notFound = expecting('status 404, because no guide has this id');
export const unknownCauses = {
  served: notFound<Served>(
    'an unknown guide id is served',
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
  ),
  'other-status': notFound('an unknown guide id gets a status other than 404', why.wrongStatus),
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
  if (isServerError(answered)) return notJudged(answered);
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
