import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { faults } from '../../fixtures/faults/index.ts';
import { recipeWords } from '../../reports/recipe-words.ts';
import { replayLine, tokenLines } from '../../reports/shell-lines.ts';
import { sample } from '../scope.ts';
import { variablesOf } from './command.ts';
import { workspace } from './workspace.ts';

const main = join(import.meta.dirname, '..', '..', 'dist', 'cli', 'main.js');
const { at, call, result, serve } = workspace();

/**
 * Runs the lines in a shell in which `npx --no --` starts the built command. Resolves to the output
 * and the exit code.
 */
async function inShell(lines: readonly string[], variables: Record<string, string>) {
  const bin = at('a bin', 'npx');
  mkdirSync(at('a bin'), { recursive: true });
  writeFileSync(bin, `#!/bin/sh\nshift 3\nexec '${process.execPath}' '${main}' "$@"\n`);
  chmodSync(bin, 0o755);
  const env = {
    ...variables,
    HOME: at(),
    PATH: `${at('a bin')}${delimiter}${process.env['PATH']}`,
  };
  const ran = promisify(execFile)('sh', ['-c', lines.join('\n')], {
    cwd: at(),
    env,
    encoding: 'latin1',
  });
  return ran.then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string }) => error,
  );
}

// Many faults at once, of all kinds: the servers then have more than thirty findings.
const lasting = /^(guides|insights|cash|portfolios|notifications|user)\//;
/** A defect of these shows only after other requests, so a curl line alone does not show it. */
const afterOthers = new Set([
  'cache-key',
  'connection-state',
  'exhaustion',
  'leftover-state',
  'race',
  'transient-error',
]);
const plain = faults.filter(
  ({ needs = [], breaks: [first = ''], mechanism }) =>
    needs.length === 0 && lasting.test(first) && !afterOthers.has(mechanism),
);

test.each(sample('servers whose lines are run', [1, 2, 5], 3))(
  'each curl line gets the recorded status, and each replay line finds the failure: server %i',
  {
    timeout: 600_000,
  },
  async (nth) => {
    const target = await serve(
      plain.filter((_, at) => at % 6 === nth).map(({ compose }) => compose),
    );
    const variables = variablesOf(target);
    const out = "it's the folder";
    await call(
      ['run', '-q', '--depth', 'quick', '--seed', '3', '--no-allure', '--out', out],
      variables,
    );
    // A curl line alone shows what each repetition showed.
    const numbered = result(out).failures.map((failure, at) => ({ ...failure, number: at + 1 }));
    const shown = numbered.filter(({ reproduced: { times, of } }) => times === of && of > 0);
    expect(shown.length).toBeGreaterThan(5);
    // The shell gets no variables but those of the export lines.
    const tokens = await inShell(
      [...tokenLines(shown), 'echo "$TOKEN $UNSCOPED_TOKEN"'],
      variables,
    );
    const [TOKEN = '', UNSCOPED_TOKEN = ''] = tokens.stdout.trim().split(' ');
    for (const { curl, response } of shown) {
      if (!curl || !response?.status) continue;
      // One of the faults may show now and then.
      const came = new Set<number>();
      for (let tries = 0; tries < 5 && !came.has(response.status); tries++) {
        const { stdout } = await inShell([curl], { TOKEN, UNSCOPED_TOKEN });
        came.add(Number(stdout.split(' ')[1]));
      }
      expect.soft([...came], curl).toContain(response.status);
    }
    for (const { number, requirement } of sample('replay lines', shown, 5)) {
      const { code, stdout } = await inShell([replayLine(out, number)], variables);
      expect.soft(code, `${requirement}: ${stdout}`).toBe(1);
    }
  },
);

// In these, the request that the finding shows is well-formed or does not show the defect alone.
const recipes: readonly (readonly [fault: string, shows: RegExp, exit: number])[] = [
  [
    'connection-keeps-the-user',
    /^on a connection that has just carried step 1: 3 of 3 responses; alone, .*: 0 of 2$/,
    1,
  ],
  [
    'simultaneous-requests-exhaust-pool',
    /^with 8 such requests in flight: \d+ of 24 responses; alone, .*: 0 of \d$/,
    1,
  ],
  [
    'totals-of-whoever-asked-before',
    /^after step 1: .*; after one for the same user: 0 of .*; in flight together: \d+ of \d+$/,
    1,
  ],
  [
    'listing-cached-before-scope-check',
    /^after step 1: 3 of 3 responses; without it: 0 of 1; at URLs that no cache knows: 0 of 1$/,
    1,
  ],
  ['response-id-of-the-clock', /^$/, 3],
  ['host-ejected-after-refusals', /^$/, 3],
];
test.each(sample('recipes run by their commands', recipes, 2))(
  '%s: the commands create what the finding needs',
  { timeout: 300_000 },
  async (id, shows, exit) => {
    const [fault = expect.fail(id)] = faults.filter((one) => one.id === id);
    const target = await serve([fault.compose]);
    const [broken = ''] = fault.breaks;
    // The others need the requests of a whole run.
    const only = /^(user|scope)/.test(broken) ? ` --only ${broken}` : '';
    await call(`run -q --seed 3 --no-allure --allow writes --out out${only}`, variablesOf(target));
    const [finding = expect.fail(broken)] = result('out').failures;
    expect(finding.requirement).toBe(broken);
    expect(finding.recipe?.steps.length).toBeGreaterThan(id.includes('simultaneous') ? 0 : 1);
    expect(recipeWords(finding) ?? '').toMatch(shows);
    // A target that no longer works is started again.
    const fresh = await serve([fault.compose]);
    const commands = finding.curl?.replaceAll(target.baseUrl, fresh.baseUrl) ?? 'none';
    const { stdout } = await inShell([...tokenLines([finding]), commands], variablesOf(fresh));
    const statuses = [...stdout.matchAll(/^(?:HTTP\/1\.1 )?(\d{3})\b/gm)].map(([, status]) =>
      Number(status),
    );
    const shown = statuses.length > 2 ? statuses : statuses.slice(-1);
    expect(shown).toContain(finding.response?.status);
    expect(await inShell([replayLine('out', 1)], variablesOf(fresh))).toMatchObject({ code: exit });
  },
);
