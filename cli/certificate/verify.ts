import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
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
import { catalogue, catalogueDigest, defined, parsedJson, type Result } from '../engine.ts';
import { explainStatement, parseResult } from '../result-folder.ts';
import { type Audit, auditEvidence } from './audit.ts';
import { contradictions } from './recompute.ts';
import type { TrustedKey } from './trusted-keys.ts';

/** `holds` is absent if the check was skipped. */
export type Check = Readonly<{
  name: string;
  holds?: boolean;
  detail: string;
}>;

const holds = (name: string, detail: string) => ({ name, holds: true, detail });
const fails = (name: string, detail: string) => ({ name, holds: false, detail });

export const checkNames = [
  ...['form', 'key', 'signature', 'statement', 'validity'],
  ...['result', 'catalogue', 'verdict', 'contents', 'evidence'],
] as const;

export type Verification = Readonly<{
  verified: boolean;
  checks: readonly Check[];
  /** Also set if a later check failed. */
  signed?: { readonly keyid: string; readonly statement: Statement };
  /** What the certificate does not cover. Only if it is verified. */
  limits?: string;
}>;

export type Question = Readonly<{
  certificate: Uint8Array;
  keys: readonly TrustedKey[];
  result: Uint8Array;
  evidence?: string | undefined;
  at: Date;
}>;

/** Works offline, and trusts no content before the signature. */
export async function verifyCertificate(question: Question): Promise<Verification> {
  const signed: Signed = {};
  const { checks, succeeded } = await run(examine(question, signed));
  const skipped = checkNames.slice(checks.length).map((name, _at, { length }) => {
    const isOptional = length === 1 && question.evidence === undefined;
    const why = isOptional ? 'add --evidence to judge it again' : 'see above';
    return { name, detail: `not checked: ${why}` };
  });
  return {
    verified: succeeded,
    checks: [...checks, ...skipped],
    ...defined({
      signed: signed.of,
      limits: succeeded && signed.result ? limitsOf(signed.result) : undefined,
    }),
  };
}

async function run(examined: AsyncIterable<Check>) {
  const checks: Check[] = [];
  for await (const check of examined) checks.push(check);
  return { checks, succeeded: checks.every((check) => check.holds === true) };
}

interface Signed {
  of?: NonNullable<Verification['signed']>;
  result?: Result;
}

/** Runs the checks in order, until one fails that later checks depend on. */
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
    const converted = conversionOf(textOf(resultBytes), isCertified);
    return yield fails('result', converted ?? 'its digest differs from the one in the certificate');
  }
  const result = parseResult(textOf(resultBytes));
  if ('problem' in result) return yield fails('result', `it is ${result.problem}`);
  signed.result = result;
  yield holds('result', 'it has the certified digest and is valid against its schema');
  if (!(yield* judged(result, digestOf(statement, 'catalogue'), whyNone(result)))) return;

  const { url } = statement.predicate;
  const expected = makeStatement(result, { resultSha256, validity: { notBefore, notAfter }, url });
  const differing = differingMembers(expected, statement);
  if (differing.length > 0) {
    const { version } = m2mConformance.harness;
    return yield fails(
      'contents',
      `${differing.join(', ')}: not the same as in the result (certified by version ${version})`,
    );
  }
  yield holds('contents', 'the certificate agrees with the result');
  if (evidence !== undefined) yield evidenceCheck(await auditEvidence(evidence, result));
}

export type Reproduction = Readonly<{
  reproduced: boolean;
  checks: readonly Check[];
  result?: Result;
}>;

/**
 * Verifies that a result follows from its evidence, whatever its verdict. This audits results
 * without a certificate. It does not show who recorded the evidence.
 */
export async function verifyResult(bytes: Uint8Array, evidence: string): Promise<Reproduction> {
  const result = parseResult(textOf(bytes));
  if ('problem' in result)
    return { reproduced: false, checks: [fails('result', `it is ${result.problem}`)] };
  const { checks, succeeded } = await run(reproduce(result, evidence));
  return { reproduced: succeeded, checks, result };
}

async function* reproduce(result: Result, evidence: string): AsyncGenerator<Check> {
  if (result.masked) return yield fails('result', 'it is masked and cannot be audited');
  yield holds('result', 'it is valid against its schema');
  if (yield* judged(result, result.specification.catalogueSha256))
    yield evidenceCheck(await auditEvidence(evidence, result, true));
}

function* judged(
  result: Result,
  catalogueSha256: string | undefined,
  obstacle?: string,
): Generator<Check, boolean> {
  const ours = catalogueDigest(catalogue);
  if (catalogueSha256 !== ours) {
    const { version } = result.harness;
    yield fails(
      'catalogue',
      `it is not the catalogue of this version. Verify with version ${version} of the harness`,
    );
    return false;
  }
  yield holds('catalogue', `${ours.slice(0, 12)}, the catalogue of this version`);
  const wrong = obstacle === undefined ? contradictionsIn(result) : [obstacle];
  const { length } = result.requirements;
  const recomputed = `recomputed from the tallies of all ${length} requirements`;
  yield wrong.length > 0
    ? fails('verdict', firstOf(wrong))
    : holds('verdict', `${result.verdict}, ${recomputed}`);
  return wrong.length === 0;
}

function contradictionsIn(result: Result) {
  try {
    return contradictions(catalogue, result);
  } catch (error) {
    // The schema does not describe the inside of a part.
    return [`its part cannot be read: ${(error as Error).message}`];
  }
}

function evidenceCheck({ problems, exchanges }: Audit) {
  return problems.length > 0
    ? fails('evidence', firstOf(problems))
    : holds('evidence', `${exchanges} exchanges judged again, with the same verdict and outcomes`);
}

function firstOf(problems: readonly string[]) {
  const more = problems.length > 3 ? `; and ${problems.length - 3} more` : '';
  return `${problems.slice(0, 3).join('; ')}${more}`;
}

function convertedCertificate(bytes: Uint8Array) {
  const isCanonical = (text: string) => !('problem' in readEnvelope(Buffer.from(text)));
  return conversionOf(textOf(bytes), isCanonical, 'it is right');
}

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8');

function sha256(content: Uint8Array | string) {
  return createHash('sha256').update(content).digest('hex');
}

/** It must be canonical: readers of JSON disagree about duplicate members. */
function statementIn(payload: string) {
  const value = parsedJson(payload);
  if (value === undefined) return { problem: 'it is not valid JSON' };
  const [problem] = explainStatement(value);
  if (problem !== undefined) return { problem };
  const statement = value as Statement;
  return writeStatement(statement) === payload
    ? statement
    : { problem: 'its JSON is not canonical' };
}

function digestOf({ subject }: Statement, name: string) {
  return subject.find((one) => one.name === name)?.digest.sha256;
}

function differingMembers(expected: Statement, stated: Statement) {
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
