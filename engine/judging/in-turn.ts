import type { Bound } from '../catalogue/bound.ts';
import type { Ask, Judgement } from '../catalogue/check.ts';
import type { Exchange } from '../exchange/exchange.ts';

const times = 12;

/** Sends the well-formed request a dozen times, one after the other: some answer every second or every tenth one otherwise. */
export async function askInTurn({ wellFormed }: Bound, ask: Ask): Promise<readonly Exchange[]> {
  const all: Exchange[] = [];
  for (let nth = 0; nth < times; nth++) all.push(await ask(`in-turn-${nth}`, wellFormed()));
  return all;
}

/** The same for a monitor, which judges the answers as they come. */
export async function probeInTurn(bound: Bound, ask: Ask): Promise<readonly Judgement[]> {
  await askInTurn(bound, ask);
  return [];
}
