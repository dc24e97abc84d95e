import type { Bound } from '../catalogue/bound.ts';
import type { Ask, Judgement } from '../catalogue/check.ts';
import type { Answered, Exchange } from '../exchange/exchange.ts';
import { forSecond } from './positive.ts';

const times = 12;

/** Sends the well-formed request a dozen times, one after the other: some answer every second or every tenth one otherwise. */
export async function askInTurn({ wellFormed }: Bound, ask: Ask): Promise<readonly Exchange[]> {
  const all: Exchange[] = [];
  for (let nth = 0; nth < times; nth++) all.push(await ask(`in-turn-${nth}`, wellFormed()));
  return all;
}

/**
 * Asks for both users at the same time, twice, each of them first once: what was begun for one may be answered with what
 * was begun for the other. The answers to the first user; none without a second one.
 */
export async function askBeside({ hasSecondUser, wellFormed }: Bound, ask: Ask): Promise<readonly Exchange[]> {
  if (!hasSecondUser) return [];
  const first = wellFormed();
  const second = forSecond(wellFormed());
  const all: Exchange[] = [];
  for (const [nth, requests] of [
    [first, second, first, second],
    [second, first, second, first],
  ].entries()) {
    const came = await Promise.all(requests.map((request, at) => ask(`beside-${nth}-${at}`, request)));
    all.push(...came.filter((_one, at) => requests[at] === first));
  }
  return all;
}

/** Both for a monitor, which judges the answers as they come. */
export async function probeInTurn(bound: Bound, ask: Ask): Promise<readonly Judgement[]> {
  await askInTurn(bound, ask);
  await askBeside(bound, ask);
  return [];
}

/** What steps are named by that ask for one user after another, each of whom was served again and again before. */
export const turnStep = 'in-turn';
const turn = new RegExp(`-${turnStep}-\\d+-`);

/** What no load, token or scope explains. */
const refusals: ReadonlySet<number> = new Set([400, 404, 405, 406, 409, 410, 415, 422]);

/** Whether a user who was served before is refused where another one asked in between, and nothing else is under way. */
export function isRefusedInTurn({ key, answer }: Answered): boolean {
  return turn.test(key.step) && refusals.has(answer.status);
}
