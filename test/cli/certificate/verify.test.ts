import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { auditEvidence } from '../../../cli/certificate/audit.ts';
import { verificationText } from '../../../cli/certificate/text.ts';
import { checkNames, type Question, verifyCertificate } from '../../../cli/certificate/verify.ts';
import { writeEnvelope } from '../../../reports/certificate/envelope.ts';
import { seal } from '../../../reports/certificate/signature.ts';
import { writeStatement } from '../../../reports/certificate/statement.ts';
import { scopeIsAll } from '../../scope.ts';
import {
  conformantRun,
  dayLater,
  failed,
  holder,
  signedBy,
  statementOn,
  textOf,
} from './certified.ts';
import { flipped } from './flipped.ts';

const run = await conformantRun();
const [alice, bob] = [await holder('alice.pub.pem'), await holder('bob.pub.pem')];
const certificate = await signedBy(alice, statementOn(run.result));
const sound: Question = {
  certificate,
  keys: [bob, alice],
  result: textOf(run.result),
  at: dayLater,
};
const verifySealed = async (keyid: string, { privateKey } = alice) => {
  const envelope = await seal(writeStatement(statementOn(run.result)), privateKey);
  return failed(
    await verifyCertificate({
      ...sound,
      certificate: Buffer.from(writeEnvelope({ ...envelope, keyid })),
    }),
  );
};

describe('a valid certificate', () => {
  test('is verified, and every check is listed', async () => {
    const verification = await verifyCertificate(sound);
    expect(verification).toMatchObject({ verified: true, signed: { keyid: alice.keyid } });
    expect(verification.checks.map(({ name }) => name)).toEqual(checkNames);
    expect(verification.checks.filter(({ holds }) => !holds)).toEqual([
      { name: 'evidence', detail: 'not checked: add --evidence to judge it again' },
    ]);
    const text = verificationText(verification, false);
    expect(text).toContain(
      `✓ key        ${alice.keyid} is the thumbprint of the key in alice.pub.pem\n`,
    );
    expect(text).toContain(`\nVERIFIED  ${run.result.target.baseUrl}\n`);
  });

  test('is verified with its evidence', async () => {
    const { verified, checks } = await verifyCertificate({ ...sound, evidence: run.har });
    expect(verified).toBe(true);
    expect(checks.at(-1)?.detail).toMatch(
      /^\d+ exchanges judged again, with the same verdict and outcomes$/,
    );
  });
});

describe('verification fails after one flipped bit', () => {
  const times = scopeIsAll ? 500 : 20;

  test(`in the certificate and in the result, ${times} times`, async () => {
    for (const certificate of flipped(sound.certificate, times, 1))
      expect((await verifyCertificate({ ...sound, certificate })).verified).toBe(false);
    for (const result of flipped(sound.result, times, 2))
      expect(failed(await verifyCertificate({ ...sound, result }))).toEqual(['result']);
  });

  test(`in the evidence, ${times} times`, async () => {
    const har = `${run.har}.changed`;
    for (const evidence of flipped(await readFile(run.har), times, 3)) {
      await writeFile(har, evidence);
      const { problems } = await auditEvidence(har, run.result);
      expect(problems).toEqual(['its digest differs from the one in the result']);
    }
    expect(failed(await verifyCertificate({ ...sound, evidence: har }))).toEqual(['evidence']);
  });
});

describe('verification fails if the signature is by', () => {
  test('somebody else, under their own keyid', async () => {
    const certificate = await signedBy(bob, statementOn(run.result));
    expect(failed(await verifyCertificate({ ...sound, certificate, keys: [alice] }))).toEqual([
      'key',
    ]);
  });

  test('another key, under the keyid of the trusted one', async () => {
    expect(await verifySealed(alice.keyid, bob)).toEqual(['signature']);
  });

  test.each(['', 'alice', 'A'.repeat(43)])('the trusted key, under the keyid %j', async (keyid) => {
    expect(await verifySealed(keyid)).toEqual(['key']);
  });

  test('the trusted key and another key', async () => {
    const [mine, his] = [
      String(sound.certificate),
      String(await signedBy(bob, statementOn(run.result))),
    ];
    const signatureIn = (text: string) => /\[(.*)\]/.exec(text)?.[1];
    for (const both of [
      [mine, his],
      [his, mine],
    ]) {
      const certificate = Buffer.from(
        mine.replace(/\[.*\]/, `[${both.map(signatureIn).join(',')}]`),
      );
      expect(failed(await verifyCertificate({ ...sound, certificate }))).toEqual(['form']);
    }
  });
});

test.each([
  ['2026-03-01T11:59:59Z', 'it is not valid before 2026-03-01T12:00:00Z'],
  ['2026-03-01T12:00:00Z', ''],
  ['2026-05-30T12:00:00Z', ''],
  ['2026-05-30T12:00:01Z', 'it expired on 2026-05-30T12:00:00Z'],
])('at %s %s', async (at, why) => {
  const { verified, checks } = await verifyCertificate({ ...sound, at: new Date(at) });
  expect(verified).toBe(why === '');
  const detail = `at ${new Date(at).toISOString()} ${why}`;
  expect(checks.filter(({ holds }) => holds === false)).toEqual(
    why ? [{ name: 'validity', holds: false, detail }] : [],
  );
});
