import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { name, version } from '../../../cli/version.ts';
import type { Config } from '../../../engine/config/config.ts';
import type { Result } from '../../../engine/result.ts';
import { faults } from '../../../fixtures/faults/index.ts';
import { variants } from '../../../fixtures/variants/index.ts';
import { certify, configOf } from '../../engine/session/in-process.ts';
import { faultsOfAllGroups } from '../../engine/session/of-all-groups.ts';
import { scopeIsAll } from '../../scope.ts';
import { emptyFolder, resultIn } from '../command.ts';
import { dayLater, holder, pemOf, signedBy, statementOn, stored } from './certified.ts';
import { type Node, otherNodes, thisNode } from './other-nodes.ts';

const main = join(import.meta.dirname, '..', '..', '..', 'dist', 'cli', 'main.js');
const others = otherNodes();
const nodes = others.length > 0 ? others : [thisNode];

type Change = Pick<(typeof variants)[number], 'id' | 'compose'> & {
  readonly needs?: readonly string[];
  /** Requirements that may find the fault. The first always does. */
  readonly breaks?: readonly string[];
};

const spread = <T>(all: readonly T[], count: number) =>
  Array.from({ length: count }, (_, nth) => all[Math.floor((nth * all.length) / count)] as T);

const missing = faults.find(({ breaks }) => breaks[0] === 'auth/missing');
const changes: readonly Change[] = [
  { id: 'reference', compose: (reference) => reference },
  ...(scopeIsAll ? [...faultsOfAllGroups(30), ...spread(variants, 10)] : missing ? [missing] : []),
];

interface Ended {
  readonly code: number | string | null | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

function commandOn({ program }: Node, cwd: string, args: readonly string[]): Promise<Ended> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: cwd };
  return new Promise((resolve) => {
    execFile(
      program,
      [main, ...args],
      { cwd, env, encoding: 'utf8', maxBuffer: 1 << 26 },
      (error, stdout, stderr) => resolve({ code: error ? error.code : 0, stdout, stderr }),
    );
  });
}

/** Returns the members and requirements in which two results differ. Ignores durations. */
function differences(judged: Result, recorded: Result): readonly string[] {
  const untimed = ({ run: { durationMs: _took, ...run }, ...result }: Result) => ({
    ...result,
    run,
  });
  const [one, other] = [untimed(judged), untimed(recorded)];
  const members = Object.keys({ ...one, ...other }) as (keyof typeof one)[];
  return [
    ...members.filter((member) => !isDeepStrictEqual(one[member], other[member])),
    ...recorded.requirements
      .filter((said, at) => !isDeepStrictEqual(judged.requirements[at], said))
      .map(({ id, outcome }) => `${id} was ${outcome}`),
  ];
}

const folder = emptyFolder();
afterAll(folder.remove);
const alice = await holder('alice.pub.pem');
writeFileSync(join(folder.path, alice.file), pemOf(alice));

/** Certifies the target in this process and writes the files that `run` writes. */
async function recorded({ breaks, ...change }: Change): Promise<Result> {
  const { compose } = change;
  const part: Partial<Config> = scopeIsAll
    ? breaks
      ? { depth: 'standard' }
      : {}
    : { claim: ['portfolios'] };
  const certified = await certify({ ...configOf(change), ...part }, { compose });
  const cwd = join(folder.path, change.id);
  mkdirSync(cwd);
  const result = await stored(cwd, {
    ...certified,
    result: { ...certified.result, harness: { name, version } },
  });
  if (result.verdict === 'conformant') {
    writeFileSync(join(cwd, 'certificate.json'), await signedBy(alice, statementOn(result)));
  }
  return result;
}

const versions = nodes.map(({ version }) => version).join(' and ');
const why = others.length > 0 ? '' : '; npm ci --prefix test/packaging installs others';

// Other tests check verify and judge on the running version of Node.
describe(`verify and judge have the same result on Node ${versions}${why}`, () => {
  test.each(changes.map((change, nth) => [change.id, change, nth] as const))(
    '%s',
    { timeout: 240_000 },
    async (id, change, nth) => {
      const result = await recorded(change);
      const cwd = join(folder.path, id);
      const found = result.requirements.find(
        ({ id: requirement }) => requirement === change.breaks?.[0],
      );
      expect(['conformant', ...(found ? ['non-conformant'] : [])]).toContain(result.verdict);
      if (found) expect(['fail', 'warn']).toContain(found.outcome);

      const certificate = [
        'certificate.json',
        '--key',
        `../${alice.file}`,
        '--at',
        dayLater.toISOString(),
      ];
      const named = result.verdict === 'conformant' ? certificate : ['result.json'];
      const [verifier = thisNode, judge = thisNode] = [
        nodes[nth % nodes.length],
        nodes[(nth + 1) % nodes.length],
      ];
      const [verified, judged] = await Promise.all([
        commandOn(verifier, cwd, ['verify', ...named, '--evidence', '--json']),
        commandOn(judge, cwd, ['judge', 'exchanges.har', '--no-allure', '--out', 'judged']),
      ]);
      expect({ code: verified.code, stderr: verified.stderr }).toEqual({ code: 0, stderr: '' });
      const { checks } = JSON.parse(verified.stdout) as {
        checks: { name: string; holds?: boolean }[];
      };
      expect(checks.filter(({ holds }) => holds !== true)).toEqual([]);
      expect(checks.at(-1)?.name).toBe('evidence');
      expect({ code: judged.code, stderr: judged.stderr }).toEqual({
        code: result.verdict === 'conformant' ? 0 : 1,
        stderr: '',
      });
      expect(differences(resultIn(cwd, 'judged'), result)).toEqual([]);
    },
  );
});
