import { expect, test } from 'vitest';
import { variablesOf } from './command.ts';
import { workspace } from './workspace.ts';

const { call, refused, serve, write } = workspace();

test.each(['scoped', 'unscoped'] as const)(
  'prints a token of the %s client as a line, with .env',
  async (client) => {
    const target = await serve();
    const lines = Object.entries(variablesOf(target)).map(([name, value]) => `${name}=${value}`);
    write('.env', lines.join('\n'));
    const { code, stdout, stderr } = await call(client === 'scoped' ? 'token' : 'token --unscoped');
    write('.env', '');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
    const claims = JSON.parse(Buffer.from(stdout.split('.')[1] ?? '', 'base64url').toString()) as {
      scope?: string;
    };
    expect(claims.scope?.split(' ').includes('service:nbg')).toBe(client === 'scoped');
  },
);

test('prints the configured token', async () => {
  const variables = { ...variablesOf(await serve()), M2M_TOKEN: 'one.two.three' };
  expect(await call('token', variables)).toEqual({
    code: 0,
    stdout: 'one.two.three\n',
    stderr: '',
  });
});

test('exits with 3 if no token is issued, and prints no secret', async () => {
  const target = await serve();
  const wrong = { ...variablesOf(target), M2M_CLIENT_SECRET: 'swordfish-1234' };
  const { code, stdout, stderr } = await call('token', wrong);
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toMatch(/^The scoped client got no token: 400 .*\n$/);
  expect(stderr).not.toContain('swordfish');
});

test('prints no token on a terminal, unless it is told to', async () => {
  const variables = variablesOf(await serve());
  const { isTTY } = process.stdout;
  process.stdout.isTTY = true;
  try {
    expect(await refused('token', variables)).toMatch(/add --show/);
    expect(await call('token --show', variables)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\S+\n$/),
    });
  } finally {
    process.stdout.isTTY = isTTY;
  }
});

test.each(['run', 'doctor', 'token', 'run --dry'])('%s needs a target in CI', async (name) => {
  for (const CI of ['true', '1'])
    expect(await refused(name, { CI })).toMatch(/^No target is configured.*M2M_BASE_URL/);
});

test('with --embedded, a run in CI certifies the reference, and says so first', async () => {
  const { code, stdout } = await call('run --embedded --claim cash --depth quick --no-allure', {
    CI: 'true',
  });
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^No target is configured: this is about the embedded reference implementation\.\n/,
  );
});
