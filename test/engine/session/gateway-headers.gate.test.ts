import { describe, expect, test } from 'vitest';
import type { Config } from '../../../engine/config/config.ts';
import { override } from '../../../fixtures/reference/index.ts';
import { simulate } from '../../simulation/simulate.ts';
import { config } from '../samples.ts';
import { judgedAgain, outcomeLines } from './in-process.ts';

// usdoj/foia.gov#297: a value that also occurs in correct responses, such as a media type, was
// masked before judging.

/** A server that repeats its gateway's headers in each ApiError, as many do for support. */
const repeating = override('errorBody', (original) => (visit, problem, responseId) => ({
  ...original(visit, problem, responseId),
  gateway: Object.fromEntries(
    [...(visit?.request.headers ?? [])].filter(([name]) => name.startsWith('x-')),
  ),
}));

function certifyWith(
  headers: Readonly<Record<string, string>>,
  more: Partial<Config['network']> = {},
) {
  const network = { ...config().network, ...more, headers };
  const only = ['guides/ok', 'guides/schema', 'guides/vary', 'guides/cache-control-*', 'errors/*'];
  return simulate({ config: { claim: ['learn'], only, network }, compose: repeating });
}

describe('a configured header whose value occurs in correct responses', () => {
  test.each([
    ['a media type', { 'Accept-Version': 'application/json' }],
    ['words', { 'X-Partner': 'Acme user' }],
    ['the date of a version', { 'X-Api-Version': '2024-01-01' }],
    ['a media type, in a header that may be a credential', { 'X-Auth-Mode': 'application/json' }],
    ['words, in a header that may be a credential', { 'X-Token-Audience': 'learning user' }],
    ['the specified lifetime, in a header that may be a credential', { 'X-Api-Key': '1800' }],
    ['a user', { 'X-Tenant': 'a1b2c3d4e5f60718293a4b5c' }],
  ])('changes no outcome: %s', async (_what, headers) => {
    const { result, evidence } = await certifyWith(headers);
    expect(result.failures.map(({ requirement, message }) => `${requirement}: ${message}`)).toEqual(
      [],
    );
    expect(outcomeLines(await judgedAgain(evidence))).toEqual(outcomeLines(result));
  });
});

describe('credentials in configured headers stay out of the evidence', () => {
  const secret = 'k3y/+of=the gateway';

  test.each([
    ['by its name', { 'X-Gateway-Key': secret }, {}],
    ['by its mark', { 'X-Partner': secret }, { secretHeaders: ['x-partner'] }],
    ['by its scheme', { 'X-Upstream': 'Basic dXNlcjpwYXNzd29yZA==' }, {}],
    ['as ordinary words beside its name', { 'X-Gateway-Key': 'Acme user' }, {}],
  ] as const)('%s', async (_how, headers, more) => {
    const [[name, value] = expect.fail()] = Object.entries(headers);
    const { evidence, result } = await certifyWith(headers as Record<string, string>, more);
    const bodies = [...evidence.exchanges.values()].map(({ answer }) => answer);
    const texts = [JSON.stringify(bodies), JSON.stringify(result)];
    expect(texts[0]).toContain(`\\"${name.toLowerCase()}\\":\\"{{gateway:${name}}}\\"`);
    for (const text of texts) expect(text).not.toContain(value);
    expect(outcomeLines(await judgedAgain(evidence))).toEqual(outcomeLines(result));
  });
});

test('the credentials of a proxy are redacted, as the target may see them', async () => {
  const basic = Buffer.from('joe:swordfish').toString('base64');
  const via = `http://joe:swordfish@proxy.invalid ${basic} tokenfish`;
  const proxy = (credentials: string) => ({
    url: `http://${credentials}@proxy.invalid:1`,
    variable: 'HTTP_PROXY',
  });
  const { evidence } = await simulate({
    config: {
      only: ['errors/json'],
      network: {
        ...config().network,
        proxy: { http: proxy('joe:swordfish'), https: proxy('tokenfish') },
      },
    },
    compose: override('errorBody', (original) => (...error) => ({ ...original(...error), via })),
  });
  const all = JSON.stringify([...evidence.exchanges.values()]);
  expect(all).toContain('{{proxy:credentials}}');
  expect(all).not.toMatch(new RegExp(`fish|${basic}`));
});
