import { mkdirSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadAllure } from '../../../reports/allure/load-allure.ts';
import { writeAllure } from '../../../reports/allure/write.ts';
import { workspace } from '../../cli/workspace.ts';
import { empty as all } from '../results.ts';

const { at, write } = workspace('test');
/** A result with few requirements, because each test writes it again. */
const empty = { ...all, requirements: all.requirements.slice(0, 3) };

/** Loads Allure as a project in the folder would. */
const loadThere = () => loadAllure([at('package.json')]);

/** Installs a fake Allure in the folder, with this code as its core. */
function install(core: string, command = ''): void {
  for (const [name, code] of [
    ['allure', command],
    ['@allurereport/core', core],
  ]) {
    write(`node_modules/${name}/package.json`, { type: 'module', exports: { '.': './index.js' } });
    write(`node_modules/${name}/index.js`, code);
  }
}

test('without Allure the results are written, and a line says how to get the page', async () => {
  mkdirSync(at('out', 'allure-report'), { recursive: true });
  write('out/allure-results/old-result.json', '{}');
  const lines = await writeAllure(empty, at('out'), loadThere);
  expect(lines).toEqual([
    expect.stringMatching(/npm install --save-dev allure.*m2m-conformance report/),
  ]);
  // The page and the tests of an earlier run are removed.
  expect(readdirSync(at('out'))).toEqual(['allure-results']);
  const tests = readdirSync(at('out', 'allure-results')).filter((file) =>
    file.endsWith('-result.json'),
  );
  expect(tests).not.toContain('old-result.json');
  expect(tests).toHaveLength(empty.requirements.length);
});

test('Allure is found in the project of the user', async () => {
  install('export class AllureReport {}', "throw new Error('the command was run')");
  expect(Object.keys((await loadThere()) ?? {})).toEqual(['AllureReport']);
});

const problem =
  'The Allure page was not made: a broken\\u001b[31m installation. The verdict does not depend on it.';
const otherKind = expect.stringMatching(/^The Allure page was not made: .*resolveConfig/);
test.each([
  ['a broken Allure', "throw new Error('a broken\\u001b[31m installation')", problem],
  ['an Allure of another kind', 'export const version = 4', otherKind],
])('%s causes one line, and leaves no page', async (_what, core, line) => {
  install(core);
  expect(await writeAllure(empty, at('out'), loadThere)).toEqual([line]);
  expect(readdirSync(at('out'))).toEqual(['allure-results']);
});

test('a folder that cannot be written causes one line', async () => {
  write('out', 'a file');
  const [line] = await writeAllure(empty, at('out'));
  expect(line).toMatch(/^The Allure results were not written: .*ENOTDIR/);
});

test('the exit code and the signal listeners do not change', async () => {
  const state = () => [
    process.exitCode,
    process.listenerCount('SIGINT'),
    process.listenerCount('SIGTERM'),
  ];
  const requirements = empty.requirements.map((one) => ({ ...one, outcome: 'fail' as const }));
  const before = state();
  await writeAllure({ ...empty, requirements }, at('out'), loadThere);
  expect(state()).toEqual(before);
});
