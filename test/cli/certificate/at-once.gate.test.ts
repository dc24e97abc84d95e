import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { command } from '../command.ts';
import { workspace } from '../workspace.ts';

const { at } = workspace();
const clone = join(import.meta.dirname, '../../..');
const keys = () =>
  readdirSync(join(clone, 'node_modules', '.cache')).filter((name) =>
    name.startsWith('m2m-certify-'),
  );

// schemathesis/schemathesis#4684: the same kind, in the folder of the key.
test('two processes that certify at the same time do not share a key, and leave none', async () => {
  const program = join(clone, '.ci', 'certify.mjs');
  const certify = (out: string) =>
    command(
      at(),
      ['--claim', 'cash', '--depth', 'quick', '--no-allure', '--out', out],
      {},
      true,
      program,
    );
  const before = keys();
  const [one, two] = await Promise.all([certify('one'), certify('two')]);
  for (const { code, stdout, stderr } of [one, two]) {
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^VERIFIED/m);
  }
  expect(keys()).toEqual(before);
});
