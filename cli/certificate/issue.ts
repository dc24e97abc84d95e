import { createHash, createPrivateKey } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeEnvelope } from '../../reports/certificate/envelope.ts';
import { seal } from '../../reports/certificate/signature.ts';
import { makeStatement, writeStatement } from '../../reports/certificate/statement.ts';
import { defaultDays, validFor } from '../../reports/certificate/validity.ts';
import { whyNone } from '../../reports/certificate/why-none.ts';
import type { Detail } from '../../reports/console.ts';
import type { Result } from '../engine.ts';
import { InputError } from '../exit.ts';
import { shown } from '../page.ts';

export type Signing = Readonly<{
  key: string;
  days: number;
}>;

export function signingOf(key: string | undefined, days: unknown): Signing | undefined {
  if (days !== undefined && !/^[1-9]\d{0,3}$/.test(String(days))) {
    throw new InputError(
      `--valid-days: found ${JSON.stringify(days)}; accepted: a whole number from 1 to 9999.`,
    );
  }
  return key === undefined
    ? undefined
    : { key, days: days === undefined ? defaultDays : Number(days) };
}

export async function issueCertificate(
  folder: string,
  signing: Signing | undefined,
  detail: Detail | 'nothing',
): Promise<void> {
  if (!signing) return;
  const bytes = await readFile(join(folder, 'result.json'));
  const result = JSON.parse(bytes.toString('utf8')) as Result;
  const obstacle = whyNone(result);
  if (obstacle !== undefined) {
    if (detail !== 'nothing') process.stderr.write(`No certificate was written: ${obstacle}.\n`);
    return;
  }
  const statement = makeStatement(result, {
    resultSha256: createHash('sha256').update(bytes).digest('hex'),
    validity: validFor(signing.days, new Date()),
    url: runUrl(process.env),
  });
  const envelope = await seal(writeStatement(statement), createPrivateKey(signing.key));
  const file = join(folder, 'certificate.json');
  await writeFile(`${file}.tmp`, writeEnvelope(envelope));
  await rename(`${file}.tmp`, file);
  if (detail === 'nothing' || detail === 'quiet') return;
  const until = statement.predicate.m2mConformance.notAfter.slice(0, 10);
  process.stdout.write(
    `Certificate: ${shown(file)}, signed by ${envelope.keyid}, valid until ${until}\n`,
  );
}

function runUrl(env: NodeJS.ProcessEnv) {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: id } = env;
  const github =
    server && repository && id ? `${server}/${repository}/actions/runs/${id}` : undefined;
  const url = github ?? env['CI_JOB_URL'] ?? env['BUILD_URL'];
  return url !== undefined && /^https?:\/\/[^@]+$/.test(url) && URL.canParse(url) ? url : undefined;
}
