import {
  type Ask,
  type Bound,
  briefly,
  isAnswered,
  isSuccess,
  type Judgement,
  observed,
  type Request,
  unanswered,
} from '../engine/index.ts';

/** A request whose fate is not shown by the specification. */
export interface Open {
  readonly label: string;
  readonly request: Request;
}

/** Sends what may go either way, one after the other behind an accepted control, and sums up what it was answered. */
export async function observeAnswers(bound: Bound, ask: Ask, open: readonly Open[]): Promise<readonly Judgement[]> {
  const control = await ask('control', bound.wellFormed());
  if (!isAnswered(control) || !isSuccess(control)) {
    return [unanswered(`the positive control is not accepted: ${briefly(control)}`)];
  }
  const byAnswer = new Map<string, string[]>();
  for (const [nth, { label, request }] of open.entries()) {
    const exchange = await ask(`open-${nth}`, request);
    const answer = isAnswered(exchange) ? String(exchange.answer.status) : 'no answer';
    byAnswer.set(answer, [...(byAnswer.get(answer) ?? []), label]);
  }
  return [...byAnswer].sort().map(([answer, labels]) => observed(`${answer}: ${labels.join(', ')}`));
}
