import './environment.ts';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadAllure } from '../../../reports/allure/load-allure.ts';
import { writeAllure } from '../../../reports/allure/write.ts';
import { empty } from '../results.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'm2m-allure-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Allure as a project in the folder finds it. */
function loadThere() {
  return loadAllure([join(folder, 'package.json')]);
}

function install(name: string, code: string): void {
  const home = join(folder, 'node_modules', name);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{"type": "module", "exports": {".": "./index.js"}}');
  writeFileSync(join(home, 'index.js'), code);
}

test('where Allure is not installed the results are written, and a line says how to get the page', async () => {
  const out = join(folder, 'out');
  mkdirSync(join(out, 'allure-report'), { recursive: true });
  mkdirSync(join(out, 'allure-results'));
  writeFileSync(join(out, 'allure-results', 'old-result.json'), '{}');
  const [line, ...more] = await writeAllure(empty, out, loadThere);
  expect(line).toMatch(/npm install --save-dev allure.*m2m-conformance report/);
  expect(more).toEqual([]);
  // Neither the page nor a test of an earlier run stays.
  expect(readdirSync(out)).toEqual(['allure-results']);
  expect(readdirSync(join(out, 'allure-results'))).not.toContain('old-result.json');
  const { requirements } = empty;
  const tests = readdirSync(join(out, 'allure-results')).filter((file) => file.endsWith('-result.json'));
  expect(tests).toHaveLength(requirements.length);
});

test('it is found where the user has it', async () => {
  install('allure', "throw new Error('the command was run')");
  install('@allurereport/core', 'export class AllureReport {}');
  expect(Object.keys((await loadThere()) ?? {})).toEqual(['AllureReport']);
});

test('an Allure that is broken is a line', async () => {
  install('allure', '');
  install('@allurereport/core', "throw new Error('a broken\\u001b[31m installation')");
  const lines = await writeAllure(empty, join(folder, 'out'), loadThere);
  expect(lines).toEqual([
    'The Allure page was not made: a broken\\u001b[31m installation. The verdict does not depend on it.',
  ]);
});

test('an Allure of another kind is a line, and leaves no page', async () => {
  install('allure', '');
  install('@allurereport/core', 'export const version = 4');
  const [line] = await writeAllure(empty, join(folder, 'out'), loadThere);
  expect(line).toMatch(/^The Allure page was not made: .*resolveConfig/);
  expect(readdirSync(join(folder, 'out'))).toEqual(['allure-results']);
});

test('a folder that cannot be written is a line', async () => {
  writeFileSync(join(folder, 'out'), 'a file');
  const [line] = await writeAllure(empty, join(folder, 'out'));
  expect(line).toMatch(/^The Allure results were not written: .*ENOTDIR/);
});

test('the exit code and the listeners for signals are as they were', async () => {
  const state = () => [process.exitCode, process.listenerCount('SIGINT'), process.listenerCount('SIGTERM')];
  const result = empty;
  const requirements = result.requirements.map((one) => ({ ...one, outcome: 'fail' as const }));
  const before = state();
  await writeAllure({ ...result, requirements }, join(folder, 'out'), loadThere);
  expect(state()).toEqual(before);
});
