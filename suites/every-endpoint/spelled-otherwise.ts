import {
  type Answered,
  type Ask,
  besides,
  differenceOf,
  type Exchange,
  fail,
  isAnswered,
  isLarge,
  isNone,
  isServed,
  json,
  mostValues,
  pass,
  placeOf,
  placesIn,
  type Request,
  type Statements,
  shownBy,
  statementsOf,
} from '../../engine/index.ts';
import { type Spelling, spelled } from '../../fixtures/malformed/path-spelling.ts';

/** Further ones would show the same. */
const mostLookedAt = 2;

/** A violation if two responses without it have the content that both spellings get with it. */
export async function judgeSpelledOtherwise(
  ask: Ask,
  request: Request,
  control: Answered,
  some: readonly Spelling[],
  lacking: (request: Request) => Request,
) {
  const without = (spelling: Spelling) => lacking(spelled(request, spelling));
  const asked = await Promise.all(
    some.map(async (spelling) => ({
      spelling,
      came: await ask(`spelled-${spelling.name}`, without(spelling)),
    })),
  );
  const served = asked.filter(({ came }) => contentIn(came) !== undefined);
  for (const { spelling, came } of served.slice(0, mostLookedAt)) {
    const step = `spelled-${spelling.name}`;
    const plain = await ask(`${step}-plain`, request);
    const whole = await ask(`${step}-whole`, spelled(request, spelling));
    const again = await ask(`${step}-again`, without(spelling));
    if (isGivenAway([control, plain, whole, came, again]))
      return [fail('spelling-served', {}, again)];
  }
  return asked.some(({ came }) => isAnswered(came)) ? [pass()] : [];
}

function contentIn(exchange: Exchange) {
  const body = isServed(exchange) ? json(exchange) : undefined;
  return body && 'value' in body && !isLarge(body.value, mostValues) ? body.value : undefined;
}

/** Fewer equal strings and numbers may be a page that every URL returns. */
const fewest = 2;

/** Ignores places that vary between the first two. */
function isGivenAway(exchanges: readonly Exchange[]): boolean {
  const contents = exchanges.map(contentIn);
  const said = contents.filter((content) => content !== undefined).map(statementsOf);
  const [first, second] = said;
  if (said.length < contents.length || !first || !second) return false;
  const varying = placesIn(differenceOf(first, second));
  const isSame = (one: Statements) => isNone(besides(differenceOf(first, one), varying));
  const telling = [...first].filter(
    (one) => !varying.has(placeOf(one)) && /^["\d-]/.test(shownBy(one)),
  );
  return said.every(isSame) && telling.length >= fewest;
}
