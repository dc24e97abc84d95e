import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyFolder, resultIn } from '../cli/command.ts';
import { certifyServed, type Ended, ended, quick } from './certifying.ts';
import { environment, type Installation, install, installations } from './installations.ts';
import { pack } from './packed.ts';

// The part of the matrix that needs only npm and the running Node: the packed package in an empty folder.
const [npm] = installations as readonly [Installation];
const folder = emptyFolder();
const cwd = join(folder.path, 'user');
const env = environment(dirname(process.execPath));

beforeAll(() => install(npm, pack(folder.path), cwd));
afterAll(folder.remove);

function expectConformant({ code, said }: Ended, out: string) {
  expect({ code, said: code === 0 ? '' : said }).toEqual({ code: 0, said: '' });
  const { verdict, claim, target } = resultIn(cwd, out);
  expect({ verdict, claim }).toEqual({ verdict: 'conformant', claim: ['cash'] });
  return target;
}

test('npx certifies the embedded implementation', async () => {
  const ran = await ended([...npm.exec, 'm2m-conformance', ...quick, '--out', 'embedded'], cwd, env);
  expect(expectConformant(ran, 'embedded').implementation).toMatch(/^embedded/);
});

test('npx certifies an implementation that another process serves', async () => {
  expect(expectConformant(await certifyServed(npm, cwd, env), 'served').implementation).toBeUndefined();
});

test('npx audits what it certified', async () => {
  const audited = await ended([...npm.exec, 'm2m-conformance', 'verify', 'served/result.json', '--evidence'], cwd, env);
  expect(audited.said).toContain('REPRODUCED');
  expect(audited.code).toBe(0);
});
