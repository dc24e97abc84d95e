import { catalogueDigest } from '../../engine/outcome/assemble.ts';
import type { Result } from '../../engine/result.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { auditEvidence } from './audit.ts';
import { type Check, contradictionsIn, evidenceCheck, fails, firstOf, holds, resultIn } from './checks.ts';

/** What checking a result that nobody signed came to. */
export interface Reproduction {
  readonly reproduced: boolean;
  readonly checks: readonly Check[];
  readonly result?: Result;
}

/**
 * Whether a result is what its evidence comes to, whatever the verdict: what is not conformant, a shard or a selection has
 * no certificate, and can be audited all the same. Who made them, this does not show.
 */
export async function verifyResult(bytes: Uint8Array, evidence: string): Promise<Reproduction> {
  const result = resultIn(bytes);
  if ('problem' in result) return { reproduced: false, checks: [fails('result', result.problem)] };
  const checks: Check[] = [];
  for await (const check of examine(result, evidence)) checks.push(check);
  return { reproduced: checks.every(({ holds }) => holds === true), checks, result };
}

/** One check after the other, until one fails. */
async function* examine(result: Result, evidence: string): AsyncGenerator<Check> {
  if (result.masked) return yield fails('result', 'personal data are masked, so that nobody can audit it');
  yield holds('result', 'it is valid against its schema');

  const { catalogueSha256 } = result.specification;
  if (catalogueSha256 !== catalogueDigest(catalogue)) {
    const { version } = result.harness;
    return yield fails('catalogue', `it is not that of this version. Verify with version ${version} of the harness`);
  }
  yield holds('catalogue', `${catalogueSha256.slice(0, 12)}, the one of this version`);

  const wrong = contradictionsIn(result);
  if (wrong.length > 0) return yield fails('verdict', firstOf(wrong));
  yield holds('verdict', `${result.verdict}, computed again from the tallies of all requirements`);

  yield evidenceCheck(await auditEvidence(evidence, result, true), result);
}
