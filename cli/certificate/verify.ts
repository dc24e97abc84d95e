import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { catalogueDigest } from '../../engine/outcome/assemble.ts';
import { explainStatement } from '../../engine/schema/certificate.ts';
import { readEnvelope } from '../../reports/certificate/envelope.ts';
import { isSignedBy } from '../../reports/certificate/signature.ts';
import { makeStatement, type Statement, writeStatement } from '../../reports/certificate/statement.ts';
import { whyNotValid } from '../../reports/certificate/validity.ts';
import { whyNone } from '../../reports/certificate/why-none.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { auditEvidence } from './audit.ts';
import { type Check, contradictionsIn, evidenceCheck, fails, firstOf, holds, resultIn } from './checks.ts';
import type { TrustedKey } from './trusted-keys.ts';

/** What is checked, in this order. */
export const checkNames = [
  ...['form', 'key', 'signature', 'statement', 'validity', 'result', 'catalogue', 'verdict', 'contents', 'evidence'],
] as const;

export interface Verification {
  readonly verified: boolean;
  /** One of each name. */
  readonly checks: readonly Check[];
  /** What the holder of a trusted key signed, whether or not the rest holds. */
  readonly signed?: { readonly keyid: string; readonly statement: Statement };
}

export interface Question {
  /** The file, byte for byte. */
  readonly certificate: Uint8Array;
  readonly keys: readonly TrustedKey[];
  /** result.json, byte for byte. */
  readonly result: Uint8Array;
  /** The file of the evidence, where that is to be judged again. */
  readonly evidence?: string | undefined;
  readonly at: Date;
}

/** Checks a certificate and all that it stands on, offline. Nothing that it says is believed before it is signed. */
export async function verifyCertificate(question: Question): Promise<Verification> {
  const checks: Check[] = [];
  const signed: { of?: NonNullable<Verification['signed']> } = {};
  for await (const check of examine(question, signed)) checks.push(check);
  const verified = checks.every(({ holds }) => holds === true);
  const skipped = checkNames.slice(checks.length).map((name, _at, { length }) => ({
    name,
    detail: `not looked at: ${length === 1 && question.evidence === undefined ? '--evidence judges it again' : 'see above'}`,
  }));
  return { verified, checks: [...checks, ...skipped], ...(signed.of ? { signed: signed.of } : {}) };
}

/** One check after the other, until one fails that the next ones depend on. */
async function* examine(
  { certificate, keys, result: resultBytes, evidence, at }: Question,
  signed: { of?: NonNullable<Verification['signed']> },
): AsyncGenerator<Check> {
  const envelope = readEnvelope(certificate);
  if ('problem' in envelope) return yield fails('form', envelope.problem);
  yield holds('form', 'a DSSE envelope in its canonical bytes, with one signature');

  const { keyid } = envelope;
  const key = keys.find((one) => one.keyid === keyid);
  if (!key) return yield fails('key', `${keyid} is the thumbprint of no trusted key`);
  yield holds('key', `${keyid} is the thumbprint of ${key.file}`);

  if (!isSignedBy(envelope, key.publicKey)) return yield fails('signature', 'it is not that of the key');
  yield holds('signature', 'Ed25519, by the holder of that key');

  const statement = statementIn(envelope.payload);
  if ('problem' in statement) return yield fails('statement', statement.problem);
  signed.of = { keyid, statement };
  yield holds('statement', 'in-toto Statement v1 with the predicate test-result v0.1, valid against its schema');

  const { m2mConformance } = statement.predicate;
  const { notBefore, notAfter } = m2mConformance;
  const invalid = whyNotValid(m2mConformance, at);
  yield invalid === undefined
    ? holds('validity', `from ${notBefore} to ${notAfter}`)
    : fails('validity', `at ${at.toISOString()} ${invalid}`);

  const resultSha256 = createHash('sha256').update(resultBytes).digest('hex');
  if (digestOf(statement, 'result.json') !== resultSha256) return yield fails('result', 'its digest is another');
  const result = resultIn(resultBytes);
  if ('problem' in result) return yield fails('result', result.problem);
  yield holds('result', 'it has the digest, and is valid against its schema');

  const ours = catalogueDigest(catalogue);
  const { version } = m2mConformance.harness;
  if (digestOf(statement, 'catalogue') !== ours) {
    return yield fails('catalogue', `it is not that of this version. Verify with version ${version} of the harness`);
  }
  yield holds('catalogue', `${ours.slice(0, 12)}, the one of this version`);

  const obstacle = whyNone(result);
  const wrong = obstacle === undefined ? contradictionsIn(result) : [obstacle];
  const { length } = result.requirements;
  if (wrong.length > 0) return yield fails('verdict', firstOf(wrong));
  yield holds('verdict', `conformant, computed again from the tallies of all ${length} requirements`);

  const { url } = statement.predicate;
  const expected = makeStatement(result, { resultSha256, validity: { notBefore, notAfter }, url });
  const differing = differingMembers(expected, statement);
  if (differing.length > 0) {
    return yield fails(
      'contents',
      `${differing.join(', ')}: not what the result says (certified by version ${version})`,
    );
  }
  yield holds('contents', 'all that the certificate says is what the result says');

  if (evidence === undefined) return;
  yield evidenceCheck(await auditEvidence(evidence, result), result);
}

/** A statement has one spelling too: of two members of one name, readers would believe different ones. */
function statementIn(payload: string): Statement | { readonly problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(payload);
  } catch {
    return { problem: 'it is no JSON' };
  }
  const [problem] = explainStatement(value);
  if (problem !== undefined) return { problem };
  const statement = value as Statement;
  return writeStatement(statement) === payload ? statement : { problem: 'its text is not the canonical one' };
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
  // What is left is the order of members.
  if (names.length > 0 || writeStatement(expected) === writeStatement(stated)) return names;
  return ['the order of members'];
}
