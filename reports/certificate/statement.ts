import { createHash } from 'node:crypto';
import { grouped, type RequirementResult, type Result } from '../../engine/result.ts';
import type { Validity } from './validity.ts';

const statementType = 'https://in-toto.io/Statement/v1';
const predicateType = 'https://in-toto.io/attestation/test-result/v0.1';

const attests =
  'The holder of the key observed this evidence. The target responded as recorded. ' +
  'Judged by this catalogue, the target is conformant in the claimed areas.';

type Issue = Readonly<{
  resultSha256: string;
  validity: Validity;
  url?: string | undefined;
}>;

/**
 * Makes the statement about a result: an in-toto Statement v1 with the predicate test-result v0.1,
 * which `m2mConformance` extends. Each requirement is in exactly one list of tests.
 */
export function makeStatement(result: Result, { resultSha256, validity, url }: Issue) {
  const { verdict, target, claim, harness, profile, evidence, waived } = result;
  const { name, version, catalogueSha256 } = result.specification;
  const { id, startedAt, seed, depth, strict, requests } = result.run;
  const { notBefore, notAfter } = validity;
  const catalogue = { name: 'catalogue', digest: { sha256: catalogueSha256 } };
  const waivedIds = new Set(waived.map((one) => one.id));
  const lists = grouped(result.requirements, (one) => listOf(one, waivedIds));
  const of = (list: List) => (lists.get(list) ?? []).map((one) => one.id);
  return {
    _type: statementType,
    subject: [
      described('target', target, target.baseUrl),
      { name: 'result.json', digest: { sha256: resultSha256 } },
      ...(evidence ? [{ name: evidence.file, digest: { sha256: evidence.sha256 } }] : []),
      catalogue,
    ],
    predicateType,
    predicate: {
      result: lists.has('warn') ? 'WARNED' : 'PASSED',
      configuration: [
        catalogue,
        { name: 'profile', digest: { sha256: sha256(JSON.stringify(profile)) } },
      ],
      ...(url === undefined ? {} : { url }),
      passedTests: of('pass'),
      warnedTests: of('warn'),
      failedTests: of('fail'),
      m2mConformance: {
        ...{ attests, verdict, notBefore, notAfter, target, claim },
        specification: { name, version },
        harness,
        run: { id, startedAt, seed, depth, strict, requests },
        observedTests: of('observed'),
        inconclusiveTests: of('inconclusive'),
        notRunTests: of('not-run'),
        waivedTests: waived,
        notClaimedTests: of('not-claimed'),
      },
    },
  };
}

export type Statement = ReturnType<typeof makeStatement>;

export const writeStatement = (statement: Statement): string => JSON.stringify(statement);

function described(name: string, what: object, uri: string) {
  const text = JSON.stringify(what);
  return {
    name,
    uri,
    digest: { sha256: sha256(text) },
    content: Buffer.from(text, 'utf8').toString('base64'),
    mediaType: 'application/json',
  };
}

type List = RequirementResult['outcome'] | 'waived' | 'not-claimed';

function listOf({ id, outcome, claimed }: RequirementResult, waived: ReadonlySet<string>) {
  if (outcome !== 'not-run') return outcome;
  if (waived.has(id)) return 'waived';
  return claimed ? outcome : 'not-claimed';
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
