import { createHash, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { TrustedKey } from '../../../cli/certificate/trusted-keys.ts';
import { type Verification, verifyCertificate } from '../../../cli/certificate/verify.ts';
import { evidenceDigest } from '../../../cli/result-folder.ts';
import { version } from '../../../cli/version.ts';
import { writeEvidence } from '../../../engine/evidence/har-file.ts';
import type { Result } from '../../../engine/result.ts';
import { writeEnvelope } from '../../../reports/certificate/envelope.ts';
import { keyidOf, seal } from '../../../reports/certificate/signature.ts';
import {
  makeStatement,
  type Statement,
  writeStatement,
} from '../../../reports/certificate/statement.ts';
import { validFor } from '../../../reports/certificate/validity.ts';
import { type Certified, certify } from '../../engine/session/in-process.ts';
import { emptyFolder } from '../command.ts';

const issuedAt = new Date('2026-03-01T12:00:00Z');
export const dayLater = new Date('2026-03-02T12:00:00Z');

export interface Holder extends TrustedKey {
  readonly privateKey: KeyObject;
}

/** Creates a key pair. `file` is the name that reports show for it. */
export async function holder(file: string): Promise<Holder> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const publicKey = createPublicKey(privateKey);
  return { privateKey, publicKey, keyid: await keyidOf(publicKey), file };
}

export const pemOf = ({ publicKey }: TrustedKey) =>
  String(publicKey.export({ type: 'spki', format: 'pem' }));

/** Writes result and evidence of a run as `run` does, and reads the result from there. */
export async function stored(folder: string, { result, evidence }: Certified): Promise<Result> {
  const har = join(folder, 'exchanges.har');
  const writer = writeEvidence(har, version, evidence.record);
  for (const exchange of evidence.exchanges.values()) writer.write(exchange);
  await writer.end();
  const named = {
    ...result,
    harness: { ...result.harness, version },
    evidence: await evidenceDigest(har),
  };
  const file = join(folder, 'result.json');
  writeFileSync(file, textOf(named));
  return JSON.parse(readFileSync(file, 'utf8')) as Result;
}

let certified: Promise<Certified> | undefined;

/**
 * Certifies the reference once per test process. Removes the folder of the run after the test file.
 */
export async function conformantRun() {
  certified ??= certify({ claim: ['portfolios', 'cash'] });
  const folder = emptyFolder();
  afterAll(folder.remove);
  const result = await stored(folder.path, await certified);
  return { result, folder: folder.path, har: join(folder.path, 'exchanges.har') };
}

export const textOf = (result: Result) => Buffer.from(`${JSON.stringify(result, null, 1)}\n`);

export function statementOn(result: Result, on = issuedAt): Statement {
  const resultSha256 = createHash('sha256').update(textOf(result)).digest('hex');
  return makeStatement(result, {
    resultSha256,
    validity: validFor(90, on),
    url: 'https://ci.example.com/run/7',
  });
}

export async function signedBy(
  { privateKey }: Holder,
  statement: Statement | string,
): Promise<Buffer> {
  const payload = typeof statement === 'string' ? statement : writeStatement(statement);
  return Buffer.from(writeEnvelope(await seal(payload, privateKey)));
}

export function failed({ checks }: Verification): readonly string[] {
  return checks.filter(({ holds }) => holds === false).map(({ name }) => name);
}

/** Signs a statement on this result, valid or not, and verifies it. */
export async function verifyAs(
  signer: Holder,
  result: Result,
  statement: Statement | string = statementOn(result),
): Promise<Verification> {
  const certificate = await signedBy(signer, statement);
  return verifyCertificate({ certificate, keys: [signer], result: textOf(result), at: dayLater });
}

export type Draft<T> = { -readonly [Name in keyof T]: Draft<T[Name]> };

export function changed(result: Result, change: (draft: Draft<Result>) => unknown): Result {
  const draft = structuredClone(result) as Draft<Result>;
  change(draft);
  return draft as Result;
}

/** Says that another version with another catalogue judged it. */
export function ofOtherCatalogue({ specification, harness }: Draft<Result>): void {
  specification.catalogueSha256 = '0'.repeat(64);
  harness.version = '0.0.7';
}
