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

/** `start` changes the first string of the path, which begins with a slash. */
interface Spelling {
  readonly name: string;
  readonly start?: (text: string) => string;
  readonly end?: string;
}

/** The most common first. */
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
