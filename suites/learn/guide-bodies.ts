import {
  type Ask,
  type Bound,
  briefly,
  differences,
  fail,
  inconclusive,
  isAnswered,
  isLarge,
  type Judgement,
  jsonObject,
  pass,
} from '../../engine/index.ts';
import {
  alikeBodies,
  areAllAlike,
  areOfOtherForms,
  type Delivered,
  isToldByWords,
  judgeAlike,
  judgeAllAlike,
} from './alike-guides.ts';
import { misdelivered, namesItself } from './exchanged-guides.ts';
import { type Fetched, listedNow } from './guide-fetched.ts';

/** Values in one guide: each is compared with each. */
const mostValues = 20_000;

type Come = Delivered & Fetched;

function deliveredOf(fetched: readonly Fetched[]): Come[] {
  return fetched.flatMap((one) => {
    const { exchange } = one;
    const body = isAnswered(exchange) && exchange.answer.status === 200 ? jsonObject(exchange) : undefined;
    return body ? [{ ...one, body }] : [];
  });
}

/** Compares the bodies of guides. Finds ids with equal bodies, and ids whose bodies are exchanged. */
export async function compareBodies(bound: Bound, ask: Ask, fetched: readonly Fetched[]): Promise<Judgement[]> {
  const delivered = deliveredOf(fetched);
  const isTooLong = fetched.some(({ exchange }) => isAnswered(exchange) && isLarge(jsonObject(exchange), mostValues));
  if (isTooLong) return [await judgeByWords(ask, delivered)];
  const judged = (await judgeExchanged(bound, ask, delivered)) ?? (await judgeBodiesAlike(bound, ask, delivered));
  return judged ? [judged] : [];
}

async function askFirstAgain(ask: Ask, { exchange: { request } }: Come) {
  const again = await ask('first-again', request);
  return { again, body: isAnswered(again) && again.answer.status === 200 ? jsonObject(again) : undefined };
}

async function judgeByWords(ask: Ask, delivered: readonly Come[]): Promise<Judgement> {
  const [first] = delivered;
  const body = first && (await askFirstAgain(ask, first)).body;
  if (body && isToldByWords(delivered, body)) return pass();
  return inconclusive(`a guide has more than ${mostValues} values, too many to compare`);
}

/** The same guide for several ids is a defect; what varies for one id alone, such as a time, makes no difference. */
async function judgeBodiesAlike(bound: Bound, ask: Ask, delivered: readonly Come[]): Promise<Judgement | undefined> {
  const [first] = delivered;
  if (!first || delivered.length < 2) return undefined;
  const { again, body } = await askFirstAgain(ask, first);
  if (!body || isLarge(body, mostValues))
    return inconclusive(`the second request for the first guide: ${briefly(again)}`);
  if (areOfOtherForms(first.body, body)) return pass('the first guide has another form on the second request');
  const varying = differences(first.body, body);
  const alike = alikeBodies(delivered, varying);
  if (alike.length === 0) return pass();
  if (areAllAlike(delivered, varying)) {
    return isToldByWords(delivered, body) ? pass() : judgeAllAlike(delivered, body);
  }
  const listing = bound.covers('guides') && (await listedNow(ask, 'listing-names', bound.wellFormed('guides')));
  return judgeAlike(alike, listing || []);
}

/** Fewer guides than these in the wrong place may be renamed ones. */
const fewestExchanged = 2;

/** Guides that come for each other's ids, all asked for at once, and that twice. */
async function judgeExchanged(bound: Bound, ask: Ask, delivered: readonly Come[]): Promise<Judgement | undefined> {
  if (!bound.covers('guides') || delivered.length < fewestExchanged || delivered.every(namesItself)) return undefined;
  const listing = await listedNow(ask, 'listing-of-names', bound.wellFormed('guides'));
  if (!listing || misdelivered(delivered, listing).length < fewestExchanged) return undefined;
  const again = delivered.map(async (one) => ({
    ...one,
    exchange: await ask(`exchanged-${one.at}`, one.exchange.request),
  }));
  const [wrong, ...more] = misdelivered(deliveredOf(await Promise.all(again)), listing);
  if (!wrong || more.length + 1 < fewestExchanged) return undefined;
  return fail(
    "ids yield each other's guides",
    `the guide ${wrong.id}`,
    `the guide ${wrong.other}; ${more.length + 1} ids yield another guide`,
    wrong.exchange,
  );
}
