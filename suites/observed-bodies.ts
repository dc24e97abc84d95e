import type { Ask, Bound, Case, Judgement } from '../engine/index.ts';
import { isAnswered, observed, requireAccepted, say } from '../engine/index.ts';

/** Sends requests whose response is unspecified, and reports each status. */
export async function observeAnswers(
  bound: Bound,
  ask: Ask,
  open: readonly Case[],
): Promise<readonly Judgement[]> {
  requireAccepted(await ask('control', bound.wellFormed()));
  const byAnswer = new Map<string, string[]>();
  for (const [nth, { label, request }] of open.entries()) {
    const exchange = await ask(`open-${nth}`, request);
    const answer = isAnswered(exchange) ? String(exchange.answer.status) : 'no response';
    byAnswer.set(answer, [...(byAnswer.get(answer) ?? []), label]);
  }
  return [...byAnswer]
    .sort()
    .map(([answer, labels]) => observed(say`${answer}: ${labels.join(', ')}`));
}
