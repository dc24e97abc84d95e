import type { Requirement } from '../../../engine/catalogue/check.ts';
import type { Judgement } from '../../../engine/index.ts';
import { byEvidence } from '../../../engine/outcome/advice.ts';
import { causeOf, valuesOf } from '../../../engine/outcome/cause-words.ts';

/** Returns what a violation makes most suspect, by its cause and its facts alone. */
export function suspectOf(
  requirement: Requirement,
  judgement: Judgement | undefined,
): string | undefined {
  if (judgement?.kind !== 'fail') throw new TypeError(`no violation: ${judgement?.kind}`);
  const { cause, facts = {} } = judgement;
  const told = causeOf(requirement, { cause })?.advice ?? requirement.advice ?? [];
  const nothing = { title: '', actual: '', places: [], reproduced: { of: 0, times: 0 } };
  return byEvidence(told, { ...nothing, facts }, valuesOf(facts))[0]?.suspect;
}
