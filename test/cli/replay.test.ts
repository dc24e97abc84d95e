import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Result } from '../../engine/result.ts';
import { faults } from '../../fixtures/faults/index.ts';
import { type RunningReference, startReference } from '../../fixtures/reference/index.ts';
import { sample } from '../scope.ts';
import { command, emptyFolder, resultIn, variablesOf } from './command.ts';

let folder: ReturnType<typeof emptyFolder>;
let sound: RunningReference;
const running: RunningReference[] = [];
/** Accepts requests without a token; recorded once, for all who need a failure of whatever kind. */
let open: RunningReference;
const archive = emptyFolder();

beforeAll(async () => {
  sound = await startReference();
  const fault = faults.find(({ breaks }) => breaks[0] === 'auth/missing');
  open = await startReference(fault ? { compose: fault.compose } : {});
  const args = ['run', '--depth', 'quick', '--seed', '9', '--only', 'auth/missing'];
  await command(archive.path, args, variablesOf(open));
});

afterAll(async () => {
  archive.remove();
  await sound.close();
  await open.close();
});

const unarchive = () => cpSync(archive.path, folder.path, { recursive: true });

beforeEach(() => {
  folder = emptyFolder();
});

afterEach(async () => {
  folder.remove();
  for (const reference of running.splice(0)) await reference.close();
});

async function faulty(requirement: string): Promise<RunningReference> {
  const fault = faults.find(({ breaks }) => breaks[0] === requirement);
  if (!fault) throw new TypeError(`no fault breaks ${requirement}`);
  const started = await startReference({ compose: fault.compose });
  running.push(started);
  return started;
}

/** The result of a run of that requirement on a target that breaks it, and the number of its failure. */
async function recorded(target: RunningReference, requirement: string) {
  const args = ['run', '--depth', 'quick', '--seed', '9', '--only', requirement];
  await command(folder.path, args, variablesOf(target));
  const { failures } = resultIn(folder.path);
  return { nth: String(failures.findIndex((failure) => failure.requirement === requirement) + 1), failures };
}

const result = 'reports/latest/result.json';
const replay = (target: RunningReference, ...args: readonly string[]) =>
  command(folder.path, ['replay', result, ...args], variablesOf(target));

function rewrite(change: (result: Result) => Result): void {
  writeFileSync(join(folder.path, result), JSON.stringify(change(resultIn(folder.path))));
}

describe('replay', () => {
  const kinds = [
    ['a check', 'auth/scheme-case'],
    ['a monitor', 'errors/response-id-uuid'],
    ['a scenario', 'guide/fetch'],
  ] as const;
  test.each(sample('kinds of replayed failures', kinds, 3))(
    'of %s still fails where the defect is, and no longer where it is mended',
    async (_, requirement) => {
      const target = await faulty(requirement);
      const { nth } = await recorded(target, requirement);
      const still = await replay(target, '--failure', nth);
      expect(still.stdout).toMatch(/recorded \d+, now \d+: still fails/);
      expect({ code: still.code, stderr: still.stderr }).toEqual({ code: 1, stderr: '' });
      const mended = await replay(sound, '--failure', nth);
      expect(mended.stdout).toMatch(/now \d+: no longer fails \(the requirement holds\)/);
      expect(mended.stdout).toContain(`Recorded at ${target.baseUrl}, sent to ${sound.baseUrl}`);
      expect(mended.code).toBe(0);
    },
  );

  test('of a silence asks what fell silent again, also where a monitor had asked it', async () => {
    const fault = faults.find(({ id }) => id === 'summaries-hang-in-german');
    const target = await startReference({ compose: fault?.compose ?? [] });
    running.push(target);
    const limit = ['--timeout', '500'];
    const only = ['--only', 'summaries/ok,http/answers', ...limit];
    await command(folder.path, ['run', '--depth', 'quick', ...only], variablesOf(target));
    const again = (of: RunningReference) =>
      command(folder.path, ['replay', result, '--failure', '1', ...limit], variablesOf(of));
    expect((await again(target)).stdout).toMatch(/http\/answers[\s\S]+still fails/);
    expect((await again(sound)).stdout).toMatch(/http\/answers[\s\S]+no longer fails/);
  });

  test('shows the request with symbols, and no secret', async () => {
    const tokens: string[] = [];
    const fault = faults.find(({ breaks }) => breaks[0] === 'auth/expired');
    const target = await startReference({
      compose: [
        ...(fault ? [fault.compose] : []),
        (parts) => ({
          ...parts,
          sign: async (...signed) => {
            const token = await parts.sign(...signed);
            tokens.push(token);
            return token;
          },
        }),
      ],
    });
    running.push(target);
    await recorded(target, 'auth/expired');
    const { stdout, stderr, code } = await replay(target);
    expect(code).toBe(1);
    expect(stdout).toContain('Authorization: Bearer {{token:expired}}');
    expect(stdout).toContain('x-user-id: {{user:first}}');
    expect(tokens.length).toBeGreaterThan(2);
    const signatures = tokens.map((token) => token.split('.')[2] ?? '');
    for (const secret of [target.clients.scoped.secret, ...signatures]) expect(stdout + stderr).not.toContain(secret);
  });

  test('the command that a failure shows works, also on the evidence alone', async () => {
    unarchive();
    const { failures } = resultIn(folder.path);
    const [, ...args] = failures[0]?.replay?.command.split(' ') ?? [];
    expect(args).toEqual(['replay', 'result.json', '--failure', '1']);
    const there = join(folder.path, 'reports', 'latest');
    expect((await command(there, args, variablesOf(open))).code).toBe(1);
    rmSync(join(there, 'result.json'));
    const { code, stdout } = await command(there, ['replay', 'exchanges.har', '--failure', '1'], variablesOf(open));
    expect(stdout).toMatch(/auth\/missing[\s\S]+still fails/);
    expect(code).toBe(1);
    expect(existsSync(join(there, 'result.json'))).toBe(false);
  });

  test('what shows in many answers only takes a whole run', async () => {
    const target = await faulty('errors/response-id-unique');
    const { nth } = await recorded(target, 'errors/response-id-unique');
    const { code, stdout } = await replay(target, '--failure', nth);
    expect(stdout).toMatch(/cannot be judged \(it takes a whole run: m2m-conformance run --seed 9 --depth quick\)/);
    expect(code).toBe(3);
  });

  test('a target that is gone cannot be judged', async () => {
    unarchive();
    const gone = { HARNESS_BASE_URL: 'http://127.0.0.1:9', HARNESS_AUTH_URL: 'http://127.0.0.1:9/t' };
    const { code, stdout } = await command(folder.path, ['replay', result], { ...variablesOf(open), ...gone });
    expect(stdout).toMatch(/cannot be judged \(no access token was issued/);
    expect(code).toBe(3);
  });

  test('nothing is sent that the permissions do not allow, whatever the file calls it', async () => {
    const asked: string[] = [];
    const target = await startReference({
      compose: (parts) => ({
        ...parts,
        intercept: (request, ...rest) => {
          asked.push(`${request.method} ${request.url}`);
          return parts.intercept(request, ...rest);
        },
      }),
    });
    running.push(target);
    unarchive();
    rewrite((written) => JSON.parse(JSON.stringify(written, asOrder)));
    const { code, stdout } = await command(folder.path, ['replay', result, '--failure', '1'], variablesOf(target));
    expect(stdout).toMatch(
      /POST \/api\/m2m\/investments\/orders is sent only where the operator allows orders: --allow orders/,
    );
    expect(code).toBe(3);
    expect(asked.filter((line) => line.includes('orders'))).toEqual([]);
  });

  test('where there is no failure, there is nothing to do', async () => {
    unarchive();
    rewrite((written) => ({ ...written, failures: [] }));
    const { code, stdout } = await replay(sound);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'There are no failures to send again.\n' });
  });

  test('wrong input is one clear error, and nothing is sent', async () => {
    unarchive();
    const refused = async (args: readonly string[], message: RegExp, variables = variablesOf(sound)) => {
      const { code, stdout, stderr } = await command(folder.path, ['replay', ...args], variables);
      expect(stderr).toMatch(message);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    };
    await refused([result, '--failure', '7'], /--failure 7: there is no such failure\. Give a number from 1 to 1\./);
    await refused([result, '--failure', 'x'], /--failure x: there is no such failure/);
    await refused(['missing.json'], /missing\.json cannot be read/);
    await refused([result], /no target is configured\. Set HARNESS_BASE_URL/, {});
    rewrite((written) => ({
      ...written,
      specification: { ...written.specification, catalogueSha256: '0'.repeat(64) },
    }));
    await refused([result], /was recorded under another catalogue \(000000000000\)\. Replay it with version/);
    expect(readFileSync(join(folder.path, result), 'utf8')).toContain('0'.repeat(64));
  });
});

/** The recorded request turned into an order, while the endpoint that it names stays a reading one. */
function asOrder(name: string, value: unknown): unknown {
  if (name !== 'request' || typeof value !== 'object' || value === null || !('origin' in value)) return value;
  return { ...value, method: 'POST', path: '/api//m2m/investments/%6Frders' };
}
