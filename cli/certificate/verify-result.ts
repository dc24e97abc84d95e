import { catalogueDigest } from '../../engine/outcome/assemble.ts';
import type { Result } from '../../engine/result.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { auditEvidence } from './audit.ts';
import {
  type Check,
  contradictionsIn,
  evidenceCheck,
  fails,
  firstOf,
  holds,
  resultIn,
} from './checks.ts';

export interface Reproduction {
  readonly reproduced: boolean;
  readonly checks: readonly Check[];
  readonly result?: Result;
}

/**
 * Verifies that a result follows from its evidence, whatever its verdict. This audits results
 * without a certificate. It does not show who recorded the evidence.
 */
export async function verifyResult(bytes: Uint8Array, evidence: string): Promise<Reproduction> {
  const result = resultIn(bytes);
  if ('problem' in result) return { reproduced: false, checks: [fails('result', result.problem)] };
  const checks: Check[] = [];
  for await (const check of examine(result, evidence)) checks.push(check);
  return { reproduced: checks.every(({ holds }) => holds === true), checks, result };
}

async function* examine(result: Result, evidence: string): AsyncGenerator<Check> {
  if (result.masked) return yield fails('result', 'it is masked and cannot be audited');
  yield holds('result', 'it is valid against its schema');

  const { catalogueSha256 } = result.specification;
  if (catalogueSha256 !== catalogueDigest(catalogue)) {
    const { version } = result.harness;
    return yield fails(
      'catalogue',
      `it is not the catalogue of this version. Verify with version ${version} of the harness`,
    );
  }
  yield holds('catalogue', `${catalogueSha256.slice(0, 12)}, the catalogue of this version`);

  const wrong = contradictionsIn(result);
  if (wrong.length > 0) return yield fails('verdict', firstOf(wrong));
  yield holds('verdict', `${result.verdict}, recomputed from the tallies of all requirements`);

  yield evidenceCheck(await auditEvidence(evidence, result, true));
}
