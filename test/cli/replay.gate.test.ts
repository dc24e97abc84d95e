import { beforeAll, describe, expect, test } from 'vitest';
import type { Result } from '../../engine/result.ts';
import { faults } from '../../fixtures/faults/index.ts';
import type { RunningReference } from '../../fixtures/reference/index.ts';
import { variablesOf } from './command.ts';
import { breaking, hearing, workspace } from './workspace.ts';

const { call, has, read, refused, result, serve, write } = workspace();
let sound: RunningReference;
/**
 * A server that accepts requests without a token. Its run is stored as `open`, for tests that need
 * a failure.
 */
let open: RunningReference;

/**
 * Stores a run of these requirements in `out`. Resolves to the number of the first requirement's
 * failure.
 */
async function record(
  target: RunningReference,
  only: string,
  out = 'out',
  more = '',
): Promise<number> {
  const args = `run --depth quick --seed 9 --no-allure --claim portfolios,learn --only ${only} --out ${out}${more}`;
  await call(args, variablesOf(target));
  return (
    result(out).failures.findIndex(({ requirement }) => requirement === only.split(',')[0]) + 1
  );
}

const replay = (target: RunningReference, args: string) =>
  call(`replay ${args}`, variablesOf(target));

function store(change: (stored: Result) => Result): void {
  write('changed/result.json', change(result('open')));
}

beforeAll(async () => {
  sound = await serve();
  open = await serve(breaking('auth/missing'));
  await record(open, 'auth/missing', 'open');
});

describe('replay', () => {
  test.each([
    ['a check', 'auth/missing'],
    ['a monitor', 'errors/response-id-uuid'],
    ['a scenario', 'guide/fetch'],
  ])(
    'of %s still fails with the defect, and no longer fails without it',
    async (_, requirement) => {
      const target = await serve(breaking(requirement));
      const failure = `--failure ${await record(target, requirement)}`;
      const still = await replay(target, `out/result.json ${failure}`);
      expect(still.stdout).toMatch(/recorded \d+, now \d+: still fails/);
      expect({ code: still.code, stderr: still.stderr }).toEqual({ code: 1, stderr: '' });
      const mended = await replay(sound, `out/result.json ${failure}`);
      expect(mended.stdout).toMatch(/now \d+: no longer fails \(the requirement holds\)/);
      expect(mended.stdout).toContain(`Recorded from ${target.baseUrl}, sent to ${sound.baseUrl}`);
      expect(mended.code).toBe(0);
    },
  );

  test('of a timeout sends the request that timed out, even if a monitor reported it', async () => {
    const target = await serve(faults.find(({ id }) => id === 'summaries-hang-in-german')?.compose);
    await record(
      target,
      'summaries/ok,http/answers',
      'out',
      ' --timeout 500 --claim daily-summaries',
    );
    const again = (of: RunningReference) => replay(of, 'out --failure 1 --timeout 500');
    expect((await again(target)).stdout).toMatch(/http\/answers[\s\S]+still fails/);
    expect((await again(sound)).stdout).toMatch(/http\/answers[\s\S]+no longer fails/);
  });

  test('shows the request with symbols, and no secret', async () => {
    const target = await serve(breaking('auth/expired'));
    await record(target, 'auth/expired');
    const { stdout, stderr, code } = await replay(target, 'out');
    expect(code).toBe(1);
    expect(stdout).toContain('Authorization: Bearer {{token:expired}}');
    expect(stdout).toContain('x-user-id: {{user:first}}');
    for (const secret of [target.clients.scoped.secret, target.expiredToken.split('.')[2] ?? ''])
      expect(stdout + stderr).not.toContain(secret);
  });

  test('works as the command in a failure says, and with only the evidence', async () => {
    expect(result('open').failures[0]?.replay?.command).toBe(
      'npx --no -- m2m-conformance replay . --failure 1',
    );
    const { id } = result('open').failures[0] ?? {};
    const json = await replay(open, `open/result.json --failure ${id} --json`);
    expect(json.code).toBe(1);
    const places = expect.arrayContaining([
      expect.objectContaining({ outcome: 'still-fails', recorded: 200, now: 200 }),
    ]);
    const failure = { failure: 1, id, requirement: 'auth/missing', places };
    expect(JSON.parse(json.stdout)).toEqual({ failures: [expect.objectContaining(failure)] });
    write('alone/exchanges.har', read('open', 'exchanges.har'));
    const { code, stdout } = await replay(open, 'alone/exchanges.har --failure 1');
    expect(stdout).toMatch(/auth\/missing[\s\S]+still fails/);
    expect(code).toBe(1);
    expect(has('alone/result.json')).toBe(false);
  });

  test('says that only a whole run can show a failure that needs many responses', async () => {
    const target = await serve(breaking('errors/response-id-unique'));
    const { code, stdout } = await replay(
      target,
      `out --failure ${await record(target, 'errors/response-id-unique')}`,
    );
    expect(stdout).toMatch(
      /cannot be judged \(only a whole run can show it: npx --no -- m2m-conformance run --seed 9 --depth quick\)/,
    );
    const bodies = result('out').failures.flatMap(({ response, recipe }) => [
      response?.body,
      recipe?.steps[0]?.response?.body,
    ]);
    const [one, other] = bodies.map((body) => JSON.parse(body ?? '').responseId.toLowerCase());
    expect(one).toBe(other);
    expect(code).toBe(3);
  });

  test.each([
    [
      'a check needs what it did not create',
      'open',
      { reproduced: { of: 2, times: 0 } },
      /other requests\. Only a run can create/,
    ],
    [
      'a scenario lacks requests in flight',
      'guides',
      { recipe: { steps: [{ times: 8, overlaps: true }] } },
      /set M2M_CONCURRENCY=99/,
    ],
    [
      'an earlier request may have caused it',
      'guides',
      {},
      /may have caused it[^)]+--only guide\/fetch,auth\/missing/,
    ],
  ])('judges no failure that does not occur if %s', async (_what, out, changes, why) => {
    if (!has('guides/result.json'))
      await record(await serve(breaking('guide/fetch')), 'guide/fetch', 'guides');
    const stored = result(out);
    const run = { ...stored.run, concurrency: 99 };
    const keyOf = (requirement: string) => `"key":{"requirement":"${requirement}"`;
    const findings = Object.entries(stored.part.findings).map(([id, found]) => [
      id,
      { ...found, ...changes },
    ]);
    const changed = { ...stored.part, findings: Object.fromEntries(findings) };
    const other = JSON.stringify(changed).replaceAll(keyOf('guide/fetch'), keyOf('auth/missing'));
    const part = why.source.includes('caused') ? JSON.parse(other) : changed;
    write('changed/result.json', { ...stored, run, part });
    const { code, stdout } = await replay(sound, 'changed');
    expect(stdout).toMatch(/cannot be judged/);
    expect(stdout).toMatch(why);
    expect(code).toBe(3);
  });

  test.each(['the request', 'the earlier request'])(
    'sends nothing that the permissions forbid: %s',
    async (which) => {
      const asked: string[] = [];
      const target = await serve(hearing(({ method, url }) => asked.push(`${method} ${url}`)));
      store((stored) => {
        if (which === 'the request') return JSON.parse(JSON.stringify(stored, asOrder));
        const findings = Object.entries(stored.part.findings).map(([id, found]) => {
          const exchange = JSON.parse(JSON.stringify(found.exchange, asOrder));
          return [id, { ...found, recipe: { steps: [{ exchange }, {}] } }];
        });
        return { ...stored, part: { ...stored.part, findings: Object.fromEntries(findings) } };
      });
      const { code, stdout } = await replay(target, 'changed --failure 1');
      expect(stdout).toMatch(/POST \/api\/m2m\/investments\/orders need --allow orders/);
      expect(code).toBe(3);
      expect(asked.filter((line) => line.includes('orders'))).toEqual([]);
    },
  );

  test('says so if there is no failure', async () => {
    store((stored) => ({ ...stored, failures: [] }));
    const { code, stdout } = await replay(sound, 'changed');
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'There are no failures to send again.\n' });
  });

  test.each([
    [
      'open --failure 7',
      /--failure 7: there is no such failure\. Accepted: a number from 1 to 1, or the id/,
    ],
    ['open --failure 0badc0de', /--failure 0badc0de: there is no such failure\./],
    ['changed', /was written with another catalogue \(000000000000\): run again/],
    ['open', /no target is configured\. Set M2M_BASE_URL/, {}],
  ])(
    '%s causes one clear error, and nothing is sent',
    async (args, message, variables = variablesOf(sound)) => {
      store((stored) => ({
        ...stored,
        specification: { ...stored.specification, catalogueSha256: '0'.repeat(64) },
      }));
      const before = read('changed', 'result.json');
      expect(await refused(`replay ${args}`, variables)).toMatch(message);
      expect(read('changed', 'result.json')).toBe(before);
    },
  );
});

/** Turns the recorded request into an order. The failure still names an endpoint that reads. */
function asOrder(name: string, value: unknown): unknown {
  if (name !== 'request' || typeof value !== 'object' || value === null || !('origin' in value))
    return value;
  return { ...value, method: 'POST', path: '/api//m2m/investments/%6Frders' };
}
