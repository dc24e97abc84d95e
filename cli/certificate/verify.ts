import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { catalogueDigest } from '../../engine/outcome/assemble.ts';
import type { Result } from '../../engine/result.ts';
import { conversionOf } from '../../reports/certificate/conversion.ts';
import { readEnvelope } from '../../reports/certificate/envelope.ts';
import { isSignedBy } from '../../reports/certificate/signature.ts';
import {
  makeStatement,
  type Statement,
  writeStatement,
} from '../../reports/certificate/statement.ts';
import { whyNotValid } from '../../reports/certificate/validity.ts';
import { whyNone } from '../../reports/certificate/why-none.ts';
import { limitsOf } from '../../reports/limits.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { explainStatement } from '../explain-problems.ts';
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
import type { TrustedKey } from './trusted-keys.ts';

export const checkNames = [
  ...[
    'form',
    'key',
    'signature',
    'statement',
    'validity',
    'result',
    'catalogue',
    'verdict',
    'contents',
    'evidence',
  ],
] as const;

export interface Verification {
  readonly verified: boolean;
  /** One check of each name. */
  readonly checks: readonly Check[];
  /** Also set if a later check failed. */
  readonly signed?: { readonly keyid: string; readonly statement: Statement };
  /** What the certificate does not cover. Only if it is verified. */
  readonly limits?: string;
}

export interface Question {
  readonly certificate: Uint8Array;
  readonly keys: readonly TrustedKey[];
  readonly result: Uint8Array;
  readonly evidence?: string | undefined;
  readonly at: Date;
}

/** Works offline, and trusts no content before the signature. */
export async function verifyCertificate(question: Question): Promise<Verification> {
  const checks: Check[] = [];
  const signed: Signed = {};
  for await (const check of examine(question, signed)) checks.push(check);
  const verified = checks.every(({ holds }) => holds === true);
  const skipped = checkNames.slice(checks.length).map((name, _at, { length }) => ({
    name,
    detail: `not checked: ${length === 1 && question.evidence === undefined ? 'add --evidence to judge it again' : 'see above'}`,
  }));
  return {
    verified,
    checks: [...checks, ...skipped],
    ...(signed.of ? { signed: signed.of } : {}),
    ...(verified && signed.result ? { limits: limitsOf(signed.result) } : {}),
  };
}

interface Signed {
  of?: NonNullable<Verification['signed']>;
  result?: Result;
}

async function* examine(
  { certificate, keys, result: resultBytes, evidence, at }: Question,
  signed: Signed,
): AsyncGenerator<Check> {
  const envelope = readEnvelope(certificate);
  if ('problem' in envelope)
    return yield fails('form', convertedCertificate(certificate) ?? envelope.problem);
  yield holds('form', 'a canonical DSSE envelope with one signature');

  const { keyid } = envelope;
  const key = keys.find((one) => one.keyid === keyid);
  if (!key) return yield fails('key', `no trusted key has the thumbprint ${keyid}`);
  yield holds('key', `${keyid} is the thumbprint of the key in ${key.file}`);

  if (!isSignedBy(envelope, key.publicKey))
    return yield fails('signature', 'it was not made with this key');
  yield holds('signature', 'Ed25519, made with this key');

  const statement = statementIn(envelope.payload);
  if ('problem' in statement) return yield fails('statement', statement.problem);
  signed.of = { keyid, statement };
  yield holds(
    'statement',
    'in-toto Statement v1 with the predicate test-result v0.1, valid against its schema',
  );

  const { m2mConformance } = statement.predicate;
  const { notBefore, notAfter } = m2mConformance;
  const invalid = whyNotValid(m2mConformance, at);
  yield invalid === undefined
    ? holds('validity', `from ${notBefore} to ${notAfter}`)
    : fails('validity', `at ${at.toISOString()} ${invalid}`);

  const resultSha256 = sha256(resultBytes);
  const certified = digestOf(statement, 'result.json');
  if (certified !== resultSha256) {
    const isCertified = (text: string) => sha256(text) === certified;
    const converted = conversionOf(Buffer.from(resultBytes).toString('utf8'), isCertified);
    return yield fails('result', converted ?? 'its digest differs from the one in the certificate');
  }
  const result = resultIn(resultBytes);
  if ('problem' in result) return yield fails('result', result.problem);
  signed.result = result;
  yield holds('result', 'it has the certified digest and is valid against its schema');

  const ours = catalogueDigest(catalogue);
  const { version } = m2mConformance.harness;
  if (digestOf(statement, 'catalogue') !== ours) {
    return yield fails(
      'catalogue',
      `it is not the catalogue of this version. Verify with version ${version} of the harness`,
    );
  }
  yield holds('catalogue', `${ours.slice(0, 12)}, the catalogue of this version`);

  const obstacle = whyNone(result);
  const wrong = obstacle === undefined ? contradictionsIn(result) : [obstacle];
  const { length } = result.requirements;
  if (wrong.length > 0) return yield fails('verdict', firstOf(wrong));
  yield holds('verdict', `conformant, recomputed from the tallies of all ${length} requirements`);

  const { url } = statement.predicate;
  const expected = makeStatement(result, { resultSha256, validity: { notBefore, notAfter }, url });
  const differing = differingMembers(expected, statement);
  if (differing.length > 0) {
    return yield fails(
      'contents',
      `${differing.join(', ')}: not the same as in the result (certified by version ${version})`,
    );
  }
  yield holds('contents', 'the certificate agrees with the result');

  if (evidence === undefined) return;
  yield evidenceCheck(await auditEvidence(evidence, result));
}

function convertedCertificate(bytes: Uint8Array): string | undefined {
  const isCanonical = (text: string) => !('problem' in readEnvelope(Buffer.from(text)));
  return conversionOf(Buffer.from(bytes).toString('utf8'), isCanonical, 'it is right');
}

function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** It must be canonical: readers of JSON disagree about duplicate members. */
function statementIn(payload: string): Statement | { readonly problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(payload);
  } catch {
    return { problem: 'it is not valid JSON' };
  }
  const [problem] = explainStatement(value);
  if (problem !== undefined) return { problem };
  const statement = value as Statement;
  return writeStatement(statement) === payload
    ? statement
    : { problem: 'its JSON is not canonical' };
}

function digestOf({ subject }: Statement, name: string): string | undefined {
  return subject.find((one) => one.name === name)?.digest.sha256;
}

function differingMembers(expected: Statement, stated: Statement): readonly string[] {
  const differing = <T extends object>(one: T, other: T) =>
    (Object.keys({ ...one, ...other }) as (keyof T & string)[]).filter(
      (name) => !isDeepStrictEqual(one[name], other[name]),
    );
  const names = [
    ...differing({ subject: expected.subject }, { subject: stated.subject }),
    ...differing(expected.predicate, stated.predicate).filter((name) => name !== 'm2mConformance'),
    ...differing(expected.predicate.m2mConformance, stated.predicate.m2mConformance),
  ];
  // All members are equal, so only their order can differ.
  if (names.length > 0 || writeStatement(expected) === writeStatement(stated)) return names;
  return ['the order of members'];
}
