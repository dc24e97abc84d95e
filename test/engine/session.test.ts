import { EventEmitter, once } from 'node:events';
import { expect, test } from 'vitest';
import { type Config, openSession, refusedOr } from '../../engine/index.ts';
import { failed } from './failed.ts';
import { catalogueWith, checks } from './run/running.ts';
import { issuer, type Listener, servingRun } from './traffic/serving-run.ts';

const refuses = checks({
  id: 'cash/refuses',
  judge: (exchange) => refusedOr(exchange, failed('accepted')),
});

/**
 * Opens a session against a target with this listener for its API. Keeps the exchanges as evidence
 * contains them.
 */
async function session(api: Listener, changes: Partial<Config> = {}) {
  const token = issuer(60);
  const byUrl: Listener = (request, response) =>
    (request.url === '/token' ? token : api)(request, response);
  const recorded: string[] = [];
  const opened = openSession({
    catalogue: catalogueWith([refuses]),
    config: await servingRun(byUrl, changes),
    version: '0.0.0',
    runId: 'a-run',
    startedAt: '2026-01-01T00:00:00.000Z',
    openEvidence: () => (exchange) => recorded.push(JSON.stringify(exchange)),
  });
  return { ...opened, recorded };
}

test('a session that is stopped while it waits yields its part at once', async () => {
  const waiting = new EventEmitter();
  const { part, stop, stopped } = await session((_request, response) => {
    response.writeHead(429, { 'retry-after': '50' }).end(() => waiting.emit('now'));
  });
  await once(waiting, 'now');
  stop('SIGINT');
  expect((await part).tallies).toMatchObject({ 'cash/refuses|GET /cash': { held: 0 } });
  expect(stopped()).toBe('SIGINT');
});

test.each<[what: string, header: string, value: string, isShown: boolean]>([
  [
    'the credentials of a gateway are redacted, without their scheme too',
    'x-gateway',
    'Basic Z2F0ZTprZWVwZXI=',
    false,
  ],
  ['the date of a version is no secret', 'X-Api-Version', '2024-01-01', true],
])('%s', async (_what, header, value, isShown) => {
  const echoed = value.split(' ').at(-1) ?? '';
  const network = { headers: { [header]: value }, allowPlainHttp: true };
  const { part, recorded } = await session(
    (_request, response) => response.end(`since ${echoed}`),
    { network },
  );
  await part;
  expect(recorded.join()).toContain('since ');
  expect(recorded.join().includes(echoed)).toBe(isShown);
});

test('the credentials of a proxy are redacted, as the target may see them', async () => {
  const basic = Buffer.from('joe:swordfish').toString('base64');
  const echo = JSON.stringify({
    via: 'http://joe:swordfish@proxy.invalid',
    basic,
    user: 'tokenfish',
  });
  const proxy = (credentials: string) => ({
    url: `http://${credentials}@proxy.invalid:1`,
    variable: 'HTTP_PROXY',
  });
  const network = { headers: {}, allowPlainHttp: false };
  const proxies = { http: proxy('joe:swordfish'), https: proxy('tokenfish') };
  const { part, recorded } = await session((_request, response) => response.end(echo), {
    network: { ...network, proxy: proxies },
  });
  await part;
  const all = recorded.join('\n');
  expect(all).toContain('{{proxy:credentials}}');
  expect(all).not.toMatch(new RegExp(`fish|${basic}`));
});
