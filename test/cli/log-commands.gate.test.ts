import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { override } from '../../fixtures/reference/index.ts';
import { logCommands } from '../reports/hostile-strings.ts';
import { inConsole, inJunit, inMarkdown } from '../reports/problems.ts';
import { variablesOf } from './command.ts';
import { workspace } from './workspace.ts';

// https://github.com/cockroachdb/cockroach/issues/112507: what a target says must not come alive in
// the log of a job.

const { at, call, read, serve } = workspace();
let turn = 0;
/**
 * Each command at the beginning of a string and of a line, one after the other, with one that a
 * report surely quotes.
 */
const said = logCommands.map((one) => `${one} ##teamcity[x]\n${one}`);
const next = () => said[turn++ % said.length] ?? '';
const header = (text: string) => text.replace(/[^\t\x20-\x7e]/g, '').trim();

/** Every string of a body, of its names too, a header and the text of each error. */
const everywhere = [
  override('reply', (original) => (visit, status, value, headers) => {
    if (visit.endpoint === undefined || visit.endpoint === 'token')
      return original(visit, status, value, headers);
    return original(visit, status, hostile(value), {
      ...headers,
      'X-Said': header(next()),
      ETag: header(next()),
    });
  }),
  override('respond', (original) => {
    let errors = 0;
    return async (visit, response) => {
      const answer = await original(visit, response);
      if (answer.status < 400 || errors++ % 2 === 0) return answer;
      return new Response(next(), {
        status: answer.status,
        headers: { 'Content-Type': 'text/plain' },
      });
    };
  }),
];

function hostile(value: unknown): unknown {
  if (typeof value === 'string') return value.length % 3 > 0 ? value : `${next()}${value}`;
  if (Array.isArray(value)) return value.map(hostile);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, one]) => [name, hostile(one)] as const);
  return { ...Object.fromEntries(members), [next()]: next() };
}

let variables: Record<string, string>;
let printed: string;

beforeAll(async () => {
  variables = variablesOf(await serve(everywhere));
  const { code, stdout, stderr } = await call(
    'run --depth quick --seed 5 --claim portfolios --only portfolios/*,errors/* --verbose --out out',
    {
      ...variables,
      GITHUB_STEP_SUMMARY: at('page.md'),
    },
  );
  expect(code).toBe(1);
  printed = stdout + stderr;
}, 240_000);

test('no CI system obeys what a run prints about a hostile target, and its text is readable', async () => {
  expect(printed).toContain('#\\u0023teamcity[x]');
  expect(await inConsole(printed)).toEqual([]);
});

test('nor its summary, nor its JUnit file', async () => {
  expect(read('page.md')).toContain('#\\u0023teamcity[x]');
  expect(await inMarkdown(read('page.md'))).toEqual([]);
  expect(await inJunit(readFileSync(at('out', 'junit.xml'), 'utf8'))).toEqual([]);
});

test.each([
  ['doctor', 'doctor'],
  ['doctor in JSON', 'doctor --json'],
  ['report', 'report out --out again --no-allure'],
  ['judge', 'judge out/exchanges.har --out judged'],
  ['replay', 'replay out'],
  ['replay in JSON', 'replay out --json'],
  ['compare', 'compare out out'],
  ['verify', 'verify out/result.json --evidence'],
])('nor what %s prints', { timeout: 240_000 }, async (_name, args) => {
  const { stdout, stderr } = await call(args, variables);
  expect((stdout + stderr).length).toBeGreaterThan(10);
  expect(await inConsole(stdout, stderr)).toEqual([]);
});
