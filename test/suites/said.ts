import type { Requirement } from '../../engine/catalogue/check.ts';
import type { Exchange, Judgement } from '../../engine/index.ts';
import { type Words, wordsOf } from '../../engine/outcome/cause-words.ts';
import { finding } from '../../engine/outcome/finding.ts';

/** What reports say about a violation. `exchange` shows it, unless the judgement names another. */
export function saidBy(
  requirement: Requirement,
  judgement: Judgement | undefined,
  exchange?: Exchange,
): Words {
  if (judgement?.kind !== 'fail') throw new TypeError(`no violation: ${judgement?.kind}`);
  return wordsOf(requirement, finding(requirement.id, 'GET /', judgement, exchange));
}
