import type { Bound } from '../catalogue/bound.ts';
import type { Ask, Judgement } from '../catalogue/check.ts';
import { type Answered, type Exchange, isAnswered } from '../exchange/exchange.ts';
import { forSecond } from './positive.ts';

const times = 12;

/**
 * Sends the well-formed request a dozen times, one after the other: some answer every second or every tenth one otherwise.
 * Then beside that of the other user, unless the last one was not answered. What the first user got.
 */
export async function askRepeatedly(bound: Bound, ask: Ask): Promise<readonly Exchange[]> {
  const all: Exchange[] = [];
  for (let nth = 0; nth < times; nth++) all.push(await ask(`in-turn-${nth}`, bound.wellFormed()));
  const last = all.at(-1);
  return last && isAnswered(last) ? [...all, ...(await askBeside(bound, ask))] : all;
}

/** The same for a monitor, which judges the answers as they come. */
export async function probeRepeatedly(bound: Bound, ask: Ask): Promise<readonly Judgement[]> {
  await askRepeatedly(bound, ask);
  return [];
}

/**
 * Asks for both users at the same time, the second one before, between and after: what was begun for one may be lost to the
 * other, to whoever came first or to whoever came last. The answers to the first user; none without a second one.
 */
async function askBeside({ hasSecondUser, wellFormed }: Bound, ask: Ask): Promise<readonly Exchange[]> {
  if (!hasSecondUser) return [];
  const first = wellFormed();
  const second = forSecond(first);
  const requests = [second, first, second, first, second];
  const came = await Promise.all(requests.map((request, nth) => ask(`beside-${nth}`, request)));
  return came.filter((_one, nth) => requests[nth] === first);
}

/** What steps are named by that ask for one user after another, each of whom was served again and again before. */
export const turnStep = 'in-turn';
/** What ends the name of a step that asks, after a rest, whoever was refused after each rest so far and served right after. */
export const afterRest = 'after-rest';
const steps = new RegExp(`-${turnStep}-\\d+-|-${afterRest}$`);

/** What no load, token or scope explains. */
const refusals: ReadonlySet<number> = new Set([400, 404, 405, 406, 409, 410, 415, 422]);

/**
 * Whether a user who was served before is refused where another one asked in between, or nobody for a while, and nothing
 * else is under way.
 */
export function isRefusedOnceServed({ key, answer }: Answered): boolean {
  return steps.test(key.step) && refusals.has(answer.status);
}
