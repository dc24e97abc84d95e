import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { version } from '../../cli/version.ts';
import { holder, pemOf, signedBy, statementOn, textOf } from './certificate/certified.ts';
import { storeShards } from './shards.ts';
import { workspace } from './workspace.ts';

const space = workspace();
const { call, has, read, refused, result, write } = space;
const former = '0.1.0';

/** Stores the files of a run as the former version would have written them, with a certificate. */
async function storeFormer(name: string): Promise<void> {
  const evidence = read(name, 'exchanges.har').replace(`"version":"${version}"}`, `"version":"${former}"}`);
  const digest = { file: 'exchanges.har', sha256: createHash('sha256').update(evidence).digest('hex') };
  const stated = result(name);
  const old = { ...stated, harness: { ...stated.harness, version: former }, evidence: digest };
  const signer = await holder('key.pem');
  write(`old-${name}/exchanges.har`, evidence);
  write(`old-${name}/result.json`, textOf(old).toString());
  write(`old-${name}/key.pem`, pemOf(signer));
  if (name === 'whole') {
    write(`old-${name}/certificate.json`, (await signedBy(signer, statementOn(old))).toString());
    write('alone.har', evidence);
  }
}

beforeAll(async () => {
  await storeShards(space);
  for (const name of ['whole', 'one', 'two']) await storeFormer(name);
});

const signed = 'verify old-whole --key old-whole/key.pem --at 2026-03-02';
test.each([
  ['judge old-whole/exchanges.har --out new', 'old-whole/exchanges.har'],
  ['replay old-whole', 'old-whole'],
  ['replay old-whole/exchanges.har', 'old-whole/exchanges.har'],
  ['replay alone.har', 'alone.har'],
  ['merge old-one old-two --out new', 'old-one', 'old-two'],
  ['merge one old-two --out new', 'old-two'],
  ['verify old-whole/result.json --evidence', 'old-whole/exchanges.har'],
  [`${signed} --evidence`, 'old-whole/exchanges.har'],
])('%s is refused, because another version recorded it', async (args, ...files) => {
  const sentence = (file: string) =>
    `${file} was written by version ${former}, and this is version ${version}: use version ${former}, or run again.\n`;
  expect(await refused(args)).toBe(files.map(sentence).join(''));
  expect(has('new')).toBe(false);
});

test.each(['report old-whole --out reports --no-allure', 'compare old-whole whole', signed])(
  '%s reads what the former version wrote',
  async (args) => {
    expect(await call(args)).toMatchObject({ code: 0, stderr: '' });
  },
);
