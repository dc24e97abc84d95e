import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { version } from '../../cli/version.ts';
import { holder, pemOf, signedBy, statementOn, textOf } from './certificate/certified.ts';
import { storeShards } from './shards.ts';
import { workspace } from './workspace.ts';

const space = workspace();
const { call, has, read, refused, result, write } = space;
const other = '0.1.0';

/** Stores a run as another version would have written it, with a certificate. */
beforeAll(async () => {
  await storeShards(space);
  const signer = await holder('key.pem');
  write('key.pem', pemOf(signer));
  for (const name of ['whole', 'one', 'two']) {
    const har = read(name, 'exchanges.har').replace(
      `"version":"${version}"}`,
      `"version":"${other}"}`,
    );
    const evidence = {
      file: 'exchanges.har',
      sha256: createHash('sha256').update(har).digest('hex'),
    };
    const old = {
      ...result(name),
      harness: { name: 'm2m-conformance', version: other },
      evidence,
    };
    write(`old-${name}/exchanges.har`, har);
    write(`old-${name}/result.json`, textOf(old).toString());
    if (name === 'whole')
      write('old-whole/certificate.json', `${await signedBy(signer, statementOn(old))}`);
  }
  write('alone.har', read('old-whole', 'exchanges.har'));
});

const signed = 'verify old-whole --key key.pem --at 2026-03-02';
test.each([
  ['judge old-whole/exchanges.har --out new', 'old-whole/exchanges.har'],
  ['replay old-whole', 'old-whole'],
  ['replay alone.har', 'alone.har'],
  ['merge old-one old-two --out new', 'old-one', 'old-two'],
  ['merge one old-two --out new', 'old-two'],
  ['verify old-whole/result.json --evidence', 'old-whole/exchanges.har'],
  [`${signed} --evidence`, 'old-whole/exchanges.har'],
])('%s is refused, because another version recorded it', async (args, ...files) => {
  const why = `was written by version ${other}, and this is version ${version}: use version ${other}, or run again.`;
  expect(await refused(args)).toBe(files.map((file) => `${file} ${why}\n`).join(''));
  expect(has('new')).toBe(false);
});

test.each(['report old-whole --out reports --no-allure', 'compare old-whole whole', signed])(
  '%s reads what another version wrote',
  async (args) => expect(await call(args)).toMatchObject({ code: 0, stderr: '' }),
);
