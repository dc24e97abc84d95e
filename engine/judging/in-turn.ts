import type { Ask, Bound, NoViolation } from '../catalogue/index.ts';
import { type Answered, type Exchange, isAnswered } from '../exchange/exchange.ts';
import { forSecond } from './positive.ts';

const times = 12;

/**
 * Some servers fail one request in two, or one in ten. If the last gets a response, also sends it
 * beside the second user's. Returns the first user's.
 */
export async function askRepeatedly(bound: Bound, ask: Ask): Promise<readonly Exchange[]> {
  const all: Exchange[] = [];
  for (let nth = 0; nth < times; nth++) all.push(await ask(`in-turn-${nth}`, bound.wellFormed()));
  const last = all.at(-1);
  return last && isAnswered(last) ? [...all, ...(await askBeside(bound, ask))] : all;
}

export async function probeRepeatedly(bound: Bound, ask: Ask): Promise<readonly NoViolation[]> {
  await askRepeatedly(bound, ask);
  return [];
}

/**
 * The second user's come before, between and after the first user's: a server may mix them up.
 * Returns the first user's exchanges.
 */
async function askBeside({ hasSecondUser, wellFormed }: Bound, ask: Ask) {
  if (!hasSecondUser) return [];
  const first = wellFormed();
  const second = forSecond(first);
  const requests = [second, first, second, first, second];
  const came = await Promise.all(requests.map((request, nth) => ask(`beside-${nth}`, request)));
  return came.filter((_one, nth) => requests[nth] === first);
}

const refusals: ReadonlySet<number> = new Set([400, 404, 405, 406, 409, 410, 415, 422]);

export const isRefusedOnceServed = ({ request, answer }: Answered) =>
  request.purpose === 'served-before' && refusals.has(answer.status);
