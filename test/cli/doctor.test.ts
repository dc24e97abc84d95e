import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ReferenceOptions, type RunningReference, startReference } from '../../fixtures/reference/index.ts';
import { command, emptyFolder, variablesOf } from './command.ts';

let folder: ReturnType<typeof emptyFolder>;
const running: RunningReference[] = [];
beforeEach(() => {
  folder = emptyFolder();
});
afterEach(async () => {
  folder.remove();
  for (const reference of running.splice(0)) await reference.close();
});

async function reference(options: ReferenceOptions = {}): Promise<RunningReference> {
  const started = await startReference(options);
  running.push(started);
  return started;
}

test('the embedded reference leaves nothing out', async () => {
  const { code, stdout, stderr } = await command(folder.path, ['doctor']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/A run would leave nothing out/);
  expect(stdout).toMatch(/Ready/);
});

test('it says what a run could not assess, why, and which variable enables it; and sends nothing that writes', async () => {
  const methods = new Set<string>();
  const target = await reference({
    compose: (parts) => ({
      ...parts,
      intercept: (incoming, outgoing) => {
        if (incoming.url !== '/oauth/token') methods.add(incoming.method ?? '');
        return parts.intercept(incoming, outgoing);
      },
    }),
  });
  const { HARNESS_EXPIRED_TOKEN: _left, ...variables } = variablesOf(target);
  const { code, stdout } = await command(folder.path, ['doctor', '--allow', 'writes'], variables);
  expect(code).toBe(3);
  expect(stdout).toMatch(/auth\/expired \(must\)\n.*HARNESS_EXPIRED_TOKEN/);
  expect(stdout).toMatch(/PATCH \/users\/me\/address {2}not sent: it is a write/);
  expect([...methods]).toEqual(['GET']);
});

test('a token without the scope, a user that is unknown and a clock that is wrong are named', async () => {
  const target = await reference({
    compose: (parts) => ({
      ...parts,
      respond: async (visit, response) => {
        const answer = await parts.respond(visit, response);
        answer.headers.set('Date', new Date(Date.now() - 120_000).toUTCString());
        return answer;
      },
    }),
  });
  const variables = variablesOf(target);
  const { code, stdout } = await command(folder.path, ['doctor'], {
    ...variables,
    HARNESS_CLIENT_ID: target.clients.unscoped.id,
    HARNESS_CLIENT_SECRET: target.clients.unscoped.secret,
    HARNESS_UNSCOPED_CLIENT_ID: target.clients.scoped.id,
    HARNESS_UNSCOPED_CLIENT_SECRET: target.clients.scoped.secret,
    HARNESS_SECOND_USER_ID: target.users.unknown,
  });
  expect(code).toBe(1);
  expect(stdout).toMatch(/✗ scoped client .*it should hold service:nbg/);
  expect(stdout).toMatch(/✗ unscoped client .*it should lack service:nbg/);
  expect(stdout).toMatch(/✗ second user {2}0a1b2c3d4e5f60718293a4b5 is refused: 40[14]/);
  expect(stdout).toMatch(/! clock of the API {2}12\d s behind/);
});

test('a target that is not there, and a name that does not resolve', async () => {
  const target = await reference();
  const variables = variablesOf(target);
  const dead = await command(folder.path, ['doctor'], {
    ...variables,
    HARNESS_BASE_URL: 'http://127.0.0.1:9',
    HARNESS_AUTH_URL: 'https://nobody.invalid/token',
  });
  expect(dead.code).toBe(3);
  expect(dead.stdout).toMatch(/✗ 127\.0\.0\.1:9 {2}no connection: ECONNREFUSED\. Check target\.baseUrl/);
  expect(dead.stdout).toMatch(/✗ nobody\.invalid {2}does not resolve/);
  expect(dead.stdout).toMatch(/no access token was issued/);
});
