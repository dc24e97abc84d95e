import { expect, test } from 'vitest';
import { openListener } from '../../../engine/wire/listener.ts';
import { judgeLog } from '../../../suites/every-endpoint/auth-foreign-keys.ts';
import { answered } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { causeOf, silence } from '../asking.ts';

const refused = answered(apiError(401));
const log = (value: unknown) => answered({ body: value });

test.each([
  ['pass', [refused], log([])],
  ["the target requests a URL that a stranger's token names", [refused], log(['jku'])],
  ['inconclusive', [refused, answered({ body: {} })], log(['jku'])],
  ['inconclusive', [silence('withheld')], log([])],
  ['inconclusive', [refused], silence('timeout')],
  ['inconclusive', [refused], log({})],
] as const)('%s', (cause, sent, seen) => {
  expect(causeOf(judgeLog(sent, seen))).toBe(cause);
});

test('the listener serves keys, and tells which were requested for each place', async () => {
  const { url, local, close } = await openListener('http://127.0.0.1:0');
  try {
    const get = async (path: string) => (await fetch(`${url}${path}`)).text();
    expect(JSON.parse(await get('/jku/GET%20cash?alg=ES256&kid=k'))).toMatchObject({
      keys: [{ kid: 'k', crv: 'P-256' }],
    });
    expect(await get('/below/x5u/GET%20cash?alg=RS256')).toContain('BEGIN CERTIFICATE');
    expect(await get('/log/GET%20cash')).toBe('["jku","x5u"]');
    expect(await (await fetch(new URL('/log/other', local))).text()).toBe('[]');
    expect((await fetch(`${url}/other`)).status).toBe(404);
  } finally {
    close();
  }
});
