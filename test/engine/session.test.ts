import { EventEmitter, once } from 'node:events';
import { expect, test } from 'vitest';
import { keyText } from '../../engine/exchange/key.ts';
import { type Config, type Exchange, judgeRefusal, openSession, type RunRecord, series } from '../../engine/index.ts';
import { judgeEvidence } from '../../engine/judge.ts';
import { catalogueWith, checks } from './run/running.ts';
import { issuer, type Listener, servingRun } from './traffic/serving-run.ts';

const ok = checks({
  id: 'cash/ok',
  control: 'none',
  cases: (bound) => series([{ request: bound.wellFormed(), label: 'well-formed' }]),
});
const refuses = checks({ id: 'cash/refuses', judge: (exchange) => judgeRefusal(exchange, 'accepted') });
const catalogue = catalogueWith([ok, refuses]);
const passed = { 'cash/ok|GET /cash': { held: 1 }, 'cash/refuses|GET /cash': { held: 1 } };

/** Opens a session against a target with these listeners for its API and its token endpoint. */
async function session(api: Listener, changes: Partial<Config> = {}, token = issuer(60)) {
  const byUrl: Listener = (request, response) => (request.url === '/token' ? token : api)(request, response);
  const config = await servingRun(byUrl, changes);
  const exchanges = new Map<string, Exchange>();
  let record: RunRecord | undefined;
  const opened = openSession({
    catalogue,
    config,
    version: '0.0.0',
    runId: 'a-run',
    startedAt: '2026-01-01T00:00:00.000Z',
    openEvidence: (of) => {
      record = of;
      return (exchange) => exchanges.set(keyText(exchange.key), JSON.parse(JSON.stringify(exchange)));
    },
  });
  const judgedAgain = () =>
    judgeEvidence(catalogue, { record: record as RunRecord, version: '0.0.0', exchanges, complete: true });
  return { ...opened, exchanges, judgedAgain };
}

const api: Listener = (request, response) => response.writeHead(request.headers.authorization ? 200 : 401).end('{}');

test('a run over the network and its evidence yield the same part', async () => {
  let sheds = 2;
  const { part, judgedAgain } = await session((request, response) =>
    sheds-- > 0 ? response.writeHead(503).end() : api(request, response),
  );
  const live = await part;
  expect(live.tallies).toMatchObject(passed);
  expect(await judgedAgain()).toEqual(live);
});

test('a session that is stopped while it waits yields its part at once', async () => {
  const waiting = new EventEmitter();
  const { part, stop, stopped } = await session((_request, response) => {
    response.writeHead(429, { 'retry-after': '50' }).end(() => waiting.emit('now'));
  });
  await once(waiting, 'now');
  stop('SIGINT');
  expect((await part).tallies).toMatchObject({ 'cash/ok|GET /cash': { held: 0 } });
  expect(stopped()).toBe('SIGINT');
});

test.each<[what: string, header: string, value: string, isShown: boolean]>([
  ['the credentials of a gateway are redacted, without their scheme too', 'x-gateway', 'Basic Z2F0ZTprZWVwZXI=', false],
  ['the date of a version is no secret', 'X-Api-Version', '2024-01-01', true],
])('%s', async (_what, header, value, isShown) => {
  const echoed = value.split(' ').at(-1) ?? '';
  const network = { headers: { [header]: value }, allowPlainHttp: true };
  const { part, exchanges } = await session((_request, response) => response.end(`since ${echoed}`), { network });
  await part;
  const recorded = JSON.stringify([...exchanges.values()]);
  expect(recorded).toContain('since ');
  expect(recorded.includes(echoed)).toBe(isShown);
});
