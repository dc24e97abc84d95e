import type { Requirement } from '../../engine/catalogue/check.ts';
import type { Judgement } from '../../engine/index.ts';
import { byEvidence } from '../../engine/outcome/advice.ts';
import { causeOf, valuesOf } from '../../engine/outcome/cause-words.ts';
import { finding } from '../../engine/outcome/finding.ts';

/** What a report suspects first, as far as the facts of a violation tell. */
export function firstAdvice(requirement: Requirement, judgement: Judgement | undefined): string {
  if (judgement?.kind !== 'fail') throw new TypeError(`no violation: ${judgement?.kind}`);
  const found = finding(requirement.id, 'GET /', judgement);
  const { facts = {}, reproduced } = found;
  const shown = { facts, reproduced, places: [] };
  const own = causeOf(requirement, found)?.advice ?? [];
  const [first] = byEvidence(own, shown, valuesOf(facts), requirement.advice);
  return first?.suspect ?? '';
}
