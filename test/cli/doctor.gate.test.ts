import { expect, test } from 'vitest';
import { override } from '../../fixtures/reference/index.ts';
import { variablesOf } from './command.ts';
import { hearing, workspace } from './workspace.ts';

const { call, serve } = workspace();

test('reports that a run would skip nothing with the embedded reference', async () => {
  const { stdout, ...ended } = await call('doctor');
  expect(ended).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/A run would skip nothing/);
  expect(stdout).toMatch(/Ready/);
});

test('lists what a run could not assess, why, and which variable enables it; sends no writes', async () => {
  const methods = new Set<string>();
  const target = await serve(
    hearing(({ method = '', url }) => url !== '/oauth/token' && methods.add(method)),
  );
  const { M2M_EXPIRED_TOKEN: _left, ...variables } = variablesOf(target);
  const { code, stdout } = await call('doctor --allow writes', variables);
  expect(code).toBe(3);
  expect(stdout).toMatch(/auth\/expired \(must\)\n.*M2M_EXPIRED_TOKEN/);
  expect(stdout).toMatch(/PATCH \/users\/me\/address {2}not sent: it is a write/);
  expect([...methods]).toEqual(['GET']);
});

test('names a token without the scope, an unknown user and a wrong clock', async () => {
  const target = await serve(
    override('respond', (original) => async (visit, response) => {
      const answer = await original(visit, response);
      answer.headers.set('Date', new Date(Date.now() - 120_000).toUTCString());
      return answer;
    }),
  );
  const { scoped, unscoped } = target.clients;
  const { code, stdout } = await call('doctor', {
    ...variablesOf({
      ...target,
      clients: { ...target.clients, scoped: unscoped, unscoped: scoped },
    }),
    M2M_SECOND_USER_ID: target.users.unknown,
  });
  expect(code).toBe(1);
  expect(stdout).toMatch(/✗ scoped client .*it must contain service:nbg/);
  expect(stdout).toMatch(/✗ unscoped client .*it must not contain service:nbg/);
  expect(stdout).toMatch(/✗ second user {2}0a1b2c3d4e5f60718293a4b5 is refused: 40[14]/);
  expect(stdout).toMatch(/! clock of the API {2}12\d s behind/);
});

test('names a target that cannot be reached, and a host that does not resolve', async () => {
  const { code, stdout } = await call('doctor', {
    ...variablesOf(await serve()),
    M2M_BASE_URL: 'http://127.0.0.1:9',
    M2M_AUTH_URL: 'https://nobody.invalid/token',
  });
  expect(code).toBe(3);
  expect(stdout).toMatch(/✗ 127\.0\.0\.1:9 {2}no connection: ECONNREFUSED\. Check target\.baseUrl/);
  expect(stdout).toMatch(/✗ nobody\.invalid {2}does not resolve/);
  expect(stdout).toMatch(
    /✗ target {2}nobody\.invalid does not resolve \(ENOTFOUND\)\. Check target\.authUrl/,
  );
});
