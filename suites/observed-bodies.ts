import type { Ask, Bound, Judgement, Request } from '../engine/index.ts';
import { isAnswered, observed, requireAccepted } from '../engine/index.ts';

/** A request whose response the specification does not define. */
export interface Open {
  readonly label: string;
  readonly request: Request;
}

/** Sends such requests one at a time after an accepted control, and reports the status of each. */
export async function observeAnswers(bound: Bound, ask: Ask, open: readonly Open[]): Promise<readonly Judgement[]> {
  requireAccepted(await ask('control', bound.wellFormed()));
  const byAnswer = new Map<string, string[]>();
  for (const [nth, { label, request }] of open.entries()) {
    const exchange = await ask(`open-${nth}`, request);
    const answer = isAnswered(exchange) ? String(exchange.answer.status) : 'no response';
    byAnswer.set(answer, [...(byAnswer.get(answer) ?? []), label]);
  }
  return [...byAnswer].sort().map(([answer, labels]) => observed(`${answer}: ${labels.join(', ')}`));
}
