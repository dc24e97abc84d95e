import {
  type Ask,
  type Exchange,
  fail,
  forSecond,
  inconclusive,
  isAnswered,
  isDecided,
  isObject,
  isSuccess,
  type Json,
  type Judgement,
  pass,
  type Request,
  say,
  scenario,
  summary,
  withoutHeader,
} from '../../engine/index.ts';
import { expecting } from '../refusals.ts';
import { spec } from '../statements.ts';
import { elementsOf, identities, isGuides, section } from './listing.ts';

const expectListing = expecting('the same listing as with Accept: application/json');
const noDefault = {
  suspect: 'Content negotiation has no default, so a request without Accept gets 406, 204 or HTML.',
  look: 'Make JSON the default format of the endpoint.',
};
const acceptCauses = {
  refused: expectListing('without Accept, the listing is refused', noDefault),
  'no-listing': expectListing('without Accept, the response is not the listing', noDefault),
  'other-guides': expectListing('without Accept, other guides are listed, or none'),
  'other-language': expectListing("without Accept, the listing is in another user's language"),
};
type Accepted = Judgement<typeof acceptCauses>;

export const accept = scenario({
  id: 'guides/accept',
  level: 'must',
  endpoints: isGuides,
  rule: 'The listing is the same with Accept: application/json and without an Accept header.',
  section: `${section}; RFC 9110 section 12.5.1`,
  statement: spec.guidesAccept,
  causes: acceptCauses,
  advice: [
    {
      suspect: 'The code reads Accept to choose a branch, a version or a language.',
      look: 'Remove the condition, and treat a missing Accept as */*.',
    },
  ],
  run: async (bound, ask) => {
    const [mine, theirs] = [bound.wellFormed(), forSecond(bound.wellFormed())];
    const named = await ask('control', mine);
    const first = elementsOf(named);
    if (!first)
      return [inconclusive(say`the well-formed request is not accepted: ${summary(named)}`)];
    const unnamed = await ask('without', withoutHeader(mine, 'Accept'));
    const judged = judgeDelivered(unnamed);
    if (judged.kind === 'fail') return [await doubted(judged, unnamed, ask, mine)];
    if (judged.kind !== 'pass') return [judged];
    const second = elementsOf(await ask('second', theirs));
    const secondUnnamed =
      second && elementsOf(await ask('second-without', withoutHeader(theirs, 'Accept')));
    for (const { user, request, listed, bare, other } of [
      { user: 'first', request: mine, listed: first, bare: elementsOf(unnamed), other: second },
      { user: 'second', request: theirs, listed: second, bare: secondUnnamed, other: first },
    ]) {
      const cause = listed && bare && differsHow(listed, bare, other);
      const shown = cause && (await eachTime(ask, user, request, other));
      if (shown) return [fail(cause, {}, shown)];
    }
    return [judged];
  },
});

function judgeDelivered(exchange: Exchange) {
  if (elementsOf(exchange)) return pass();
  if (!isDecided(exchange)) return inconclusive(summary(exchange));
  return fail(isSuccess(exchange) ? 'no-listing' : 'refused', {}, exchange);
}

const timesAgain = 3;

/** A refusal counts if it recurs, and the request with the header is still accepted. */
async function doubted(judged: Accepted, exchange: Exchange, ask: Ask, control: Request) {
  if (!isAnswered(exchange) || isSuccess(exchange)) return judged;
  const after = await ask('control-after', control);
  if (!elementsOf(after))
    return inconclusive(
      say`the well-formed request is no longer accepted afterwards: ${summary(after)}`,
    );
  for (let nth = 0; nth < timesAgain; nth++) {
    if (!elementsOf(await ask(`without-again-${nth}`, withoutHeader(control, 'Accept'))))
      return judged;
  }
  // A server that refuses now and then does so with the header too.
  return pass();
}

/** An edit that one of two caches lacks may concern fewer elements. */
const fewest = 2;

/**
 * An edit changes some guides. So at least two must differ, and fewer than half may be common; or
 * all texts are the other user's.
 */
export function differsHow(
  listed: readonly Json[],
  bare: readonly Json[],
  other: readonly Json[] | undefined,
) {
  const [ids, bareIds] = [new Set(identities(listed)), new Set(identities(bare))];
  if (ids.size < fewest) return undefined;
  const common = [...ids].filter((id) => bareIds.has(id)).length;
  const all = ids.size + bareIds.size - common;
  if (all - common >= fewest && common * 2 < all) return 'other-guides';
  const [own, come, foreign] = [listed, bare, other ?? []].map(textsById);
  if (!own || !come || !foreign) return undefined;
  const told = [...own].filter(
    ([id, text]) => foreign.has(id) && foreign.get(id) !== text && come.has(id),
  );
  const isForeign = told.length >= fewest && told.every(([id]) => come.get(id) === foreign.get(id));
  return isForeign ? 'other-language' : undefined;
}

function textsById(elements: readonly Json[]) {
  const names = identities(elements);
  return new Map(
    elements.flatMap((one, at) =>
      isObject(one) ? [[names[at] ?? '', JSON.stringify([one['title'], one['description']])]] : [],
    ),
  );
}

/**
 * With (`+`) and without (`-`) the header. Replicas at random look like this once in 2^20 times,
 * and replicas in turn never.
 */
const series = '+-++-+--+--++-+-+--+';

/** The last response without the header, if all of them differ from those with it. */
async function eachTime(
  ask: Ask,
  user: string,
  request: Request,
  other: readonly Json[] | undefined,
) {
  let latest: readonly Json[] | undefined;
  let shown: Exchange | undefined;
  for (const [nth, sign] of [...series].entries()) {
    const bare = sign === '-';
    const exchange = await ask(`${user}-${nth}`, bare ? withoutHeader(request, 'Accept') : request);
    const elements = elementsOf(exchange);
    if (!elements) return undefined;
    if (!bare) {
      if (latest && differsHow(elements, latest, other)) return undefined;
      latest = elements;
    } else {
      if (!latest || !differsHow(latest, elements, other)) return undefined;
      shown = exchange;
    }
  }
  return shown;
}
