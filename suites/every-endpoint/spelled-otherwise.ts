import {
  type Answered,
  type Ask,
  besides,
  concat,
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
  pieces,
  placeOf,
  placesIn,
  type Request,
  type Statements,
  shownBy,
  statementsOf,
  valueText,
} from '../../engine/index.ts';

/**
 * Another spelling of a path: `start` changes its first string, which begins with a slash, and
 * `end` is appended.
 */
interface Spelling {
  readonly name: string;
  readonly start?: (text: string) => string;
  readonly end?: string;
}

/** Routers may treat these as the path itself, and guards not. The most common come first. */
export const spellings: readonly Spelling[] = [
  { name: 'slash', end: '/' },
  { name: 'slashes', start: (text) => `/${text}` },
  { name: 'upper-case', start: (text) => text.toUpperCase() },
  { name: 'dot', start: (text) => `/.${text}` },
  {
    name: 'encoded',
    start: (text) => `/%${text.charCodeAt(1).toString(16).toUpperCase()}${text.slice(2)}`,
  },
  { name: 'parameter', end: ';m2m=1' },
  { name: 'empty-query', end: '?' },
  // A guard may compare the whole URL as a string.
  { name: 'query', end: '?m2m-conformance=1' },
];

function spelled(request: Request, { start, end = '' }: Spelling): Request {
  const [first = '', ...rest] = pieces(request.path);
  const opening = start && typeof first === 'string' ? start(first) : first;
  const hasQuery = valueText(request.path).includes('?');
  const path = concat(opening, rest, hasQuery ? end.replace(/^\?/, '&') : end);
  return { ...request, path, purpose: 'off-route' };
}

/** At most this many served spellings are examined. Further ones would show the same. */
const mostLookedAt = 2;

/**
 * Requests the path in other spellings, without a required header or scope. It is a violation if
 * two responses to a spelling have the same content as the path itself and that spelling get with
 * the header or scope.
 */
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

/** So many equal strings and numbers are a resource. Fewer may be a page that every URL returns. */
const fewest = 2;

/** Whether all responses say the same. Ignores places that vary between the first two. */
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
