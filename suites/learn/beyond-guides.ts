import type { Answered, Ask, Bound, Json, Judgement } from '../../engine/index.ts';
import { fail, isObject, isServed, json, pass, summarize, valueText } from '../../engine/index.ts';
import { provenMalformedId, segmentsTo } from '../../fixtures/malformed/guide-id.ts';
import { endpoints } from '../endpoints.ts';
import { withId } from './with-id.ts';

/**
 * Sends ids that are the encoded path to another endpoint. A gateway that decodes the path and routes the request again
 * bypasses what it checks by path. Each spelling goes to one of the other endpoints.
 */
export async function askForOthers(
  bound: Bound,
  ask: Ask,
  control: Answered | undefined,
): Promise<readonly Judgement[]> {
  const others = endpoints.filter(({ name, method }) => method === 'GET' && name !== 'guide' && bound.covers(name));
  const levels = valueText(bound.wellFormed('guide').path).split('/').length - 2;
  const sent = others.flatMap((other, at) =>
    segmentsTo(other.path.slice(1), levels)
      .filter((_segment, nth) => nth % others.length === at)
      .map((segment) => ({ other, segment })),
  );
  const judgements: Judgement[] = [];
  for (const [nth, { other, segment }] of sent.entries()) {
    const exchange = await ask(`beyond-${nth}`, { ...withId(bound, segment), purpose: 'off-route' }, provenMalformedId);
    if (!isServed(exchange)) continue;
    const properly = await ask(`beside-${nth}`, bound.wellFormed(other.name));
    const isOther =
      isServed(properly) && isBuiltLike(exchange, properly) && !(control && isBuiltLike(exchange, control));
    const expected = `no data of ${other.path}: an encoded slash separates no segments (RFC 3986 section 2.2)`;
    const cause = "an id with an encoded path gets another endpoint's data";
    judgements.push(isOther ? fail(cause, expected, summarize(exchange), exchange) : pass());
  }
  return judgements;
}

/** Reports whether two bodies have the same members. */
function isBuiltLike(one: Answered, other: Answered): boolean {
  const [left, right] = [membersOf(one), membersOf(other)];
  return left.size > 0 && left.size === right.size && [...left].every((place) => right.has(place));
}

function membersOf(answered: Answered): ReadonlySet<string> {
  const parsed = json(answered);
  const places = new Set<string>();
  const walk = (value: Json, place: string) => {
    if (Array.isArray(value)) for (const one of value) walk(one, `${place}/*`);
    else if (isObject(value)) for (const [name, one] of Object.entries(value)) walk(one, `${place}/${name}`);
    if (place !== '') places.add(place);
  };
  if ('value' in parsed) walk(parsed.value, '');
  return places;
}
