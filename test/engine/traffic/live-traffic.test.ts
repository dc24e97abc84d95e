import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { tokenRequest } from '../../../engine/catalogue/well-formed.ts';
import { systemClock } from '../../../engine/clock.ts';
import { keyText } from '../../../engine/exchange/key.ts';
import type { Request } from '../../../engine/index.ts';
import { forAnotherHost } from '../../../fixtures/hostile/certificates.ts';
import { startProxy, startTlsFront } from '../../network/proxy.ts';
import { get, key } from '../samples.ts';
import { bearer, issuer, type Listener, servingRun, statusOf, traffic } from './serving-run.ts';

const systemNow = Date.now;
const elapsed = performance.now.bind(performance);
let skippedMs = 0;
beforeEach(() => {
  skippedMs = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => systemNow() + skippedMs);
  vi.spyOn(performance, 'now').mockImplementation(() => elapsed() + skippedMs);
});
afterEach(() => void vi.restoreAllMocks());

const patch: Request = { ...get('/address'), method: 'PATCH' };
const post: Request = { ...get('/orders'), method: 'POST' };
const empty: Listener = (_request, response) => response.end();
const times = <T>(count: number, one: T) => Array.from({ length: count }, () => one);

test('a short-lived token is renewed once before it expires, and never recorded', async () => {
  const { send, sendAll, requestToken, recorded } = traffic(await servingRun(issuer(1)));
  await requestToken();
  expect(statusOf(await send(bearer))).toBe(200);
  skippedMs = 1_050;
  expect(await sendAll(10, bearer)).toEqual(times(10, 200));
  const keys = recorded.map(({ key: of }) => keyText(of));
  expect(keys.filter((one) => one.includes('|renew'))).toEqual([
    'run/setup|POST {auth_url}|1|renew-token:scoped|0',
  ]);
  expect(JSON.stringify(recorded)).not.toMatch(/token-\d-of-the-run|client-secret/);
});

test.each<[what: string, retryAfter: string, isWithheld: boolean, statuses: number[]]>([
  ['repeated', '0', false, [429, 200]],
  ['not repeated if it is withheld', '3600', true, [429]],
])('a renewal that gets a 429 is %s', async (_what, retryAfter, isWithheld, statuses) => {
  const issue = issuer(2);
  let requests = 0;
  const shedding: Listener = (request, response) => {
    if (request.url !== '/token' || ++requests !== 2) return issue(request, response);
    if (isWithheld) gate.withhold(tokenRequest('scoped'), 'a Retry-After that ends too late');
    response.writeHead(429, { 'Retry-After': retryAfter }).end();
  };
  const { gate, send, requestToken, renewals } = traffic(await servingRun(shedding));
  await requestToken();
  skippedMs = 1_550;
  expect(statusOf(await send(bearer))).toBe(200);
  expect(renewals()).toEqual(statuses);
});

test('a stop ends requests that are in flight or wait, even during a long pause', async () => {
  const settings = await servingRun(() => {}, { concurrency: 2, rate: 1, timeoutMs: 60_000 });
  const { gate, live, sendAll, recorded } = traffic(settings);
  gate.pause(patch, 600_000);
  const waited = live.until(systemClock.now() + 600_000);
  const write = sendAll(1, patch);
  const all = sendAll(20, get());
  await new Promise((resolve) => setTimeout(resolve, 30));
  gate.pause(get(), 600_000);
  gate.stop('SIGINT');
  expect(await all).toEqual(times(20, 'stopped'));
  expect(await write).toEqual(['stopped']);
  expect(await sendAll(1, get())).toEqual(['stopped']);
  await waited;
  expect(recorded).toEqual([]);
});

test('a target that refuses connections gets no more requests after a while; one that closes them does', async () => {
  const closing = traffic(await servingRun((request) => request.socket.destroy()));
  expect(await closing.sendAll(40, get())).toEqual(times(40, 'closed'));
  const settings = await servingRun(empty);
  const { send } = traffic({
    ...settings,
    target: { ...settings.target, baseUrl: 'http://127.0.0.1:1/api' },
  });
  const all: unknown[] = [];
  for (let nth = 0; nth < 26; nth++) all.push(statusOf(await send(get(), nth)));
  expect(all).toEqual([...times(24, 'refused-connection'), 'target-down', 'target-down']);
});

/** Sends an unsolicited 100 before each response. */
const announcing: Listener = (_request, response) => {
  response.writeContinue();
  response.end('{}');
};

test('a response after an unsolicited 100 is read: an update is repeated once, an order never', async () => {
  expect(statusOf(await traffic(await servingRun(announcing)).send(patch))).toBe(200);
  let orders = 0;
  const counting: Listener = (request, response) => {
    orders += request.method === 'POST' ? 1 : 0;
    announcing(request, response);
  };
  const { send } = traffic(await servingRun(counting));
  expect(statusOf(await send(post, 0))).toBe('invalid-http');
  expect(statusOf(await send(post, 1))).toBe(200);
  expect(orders).toBe(2);
});

test('through a proxy, a response after an unsolicited 100 is read as without it (usebruno/bruno#4317)', async () => {
  const settings = await servingRun(announcing);
  const front = await startTlsFront(settings.target.baseUrl, forAnotherHost);
  const proxy = await startProxy();
  onTestFinished(() => Promise.all([front.close(), proxy.close()]).then(() => {}));
  // Only the proxy resolves this name.
  const target = { ...settings.target, baseUrl: `https://other.example:${front.port}/api` };
  const https = { url: proxy.url, variable: 'HTTPS_PROXY' };
  const network = { ...settings.network, ca: forAnotherHost.cert, proxy: { https } };
  const { send } = traffic({ ...settings, target, network, timeoutMs: 10_000 });
  for (const [nth, request] of [patch, post, post, get('/cash')].entries()) {
    expect(statusOf(await send(request, nth)), `${nth}`).toBe(200);
  }
  expect(new Set(proxy.seen.map((asked) => `${asked.method} ${asked.target}`))).toEqual(
    new Set([`CONNECT other.example:${front.port}`]),
  );
});

test.each<[what: string, delayed: Request]>([
  ['requests for a token', tokenRequest('scoped')],
  ['writes', patch],
])('a pause for %s delays nothing else, and can only be extended', async (_what, delayed) => {
  const { gate, send, recorded } = traffic(await servingRun(issuer(60), { concurrency: 1 }));
  const began = Date.now();
  gate.pause(delayed, 300);
  gate.pause(delayed, 10);
  const [late] = await Promise.all([send(delayed, 0, key('late')), send(get())]);
  expect(recorded.map(({ key: { step } }) => step)).toEqual(['case', 'late']);
  expect(late.sentAt - began).toBeGreaterThanOrEqual(299);
  const again = Date.now();
  gate.pause(get(), 80);
  expect((await send(delayed, 1)).sentAt - again).toBeGreaterThanOrEqual(79);
});

test('withheld requests are recorded; others are sent, and so are those that restore the address', async () => {
  const { gate, send, recorded } = traffic(await servingRun(empty));
  gate.withhold(patch, 'a quota');
  gate.withhold(patch, 'another');
  expect((await send(patch)).answer).toEqual({ lost: 'stopped', detail: 'a quota' });
  expect(statusOf(await send(get(), 1))).toBe(200);
  expect(recorded).toHaveLength(2);
  expect(statusOf(await send({ ...patch, purpose: 'restore' }, 0))).toBe(200);
});

test('a harness error shows no secret', async () => {
  const { live, vault } = traffic(await servingRun(empty));
  vault.set('token:scoped', 'the-token-of-the-run', 'secret');
  const proof = () => {
    throw new Error('cannot read the-token-of-the-run');
  };
  await expect(live.once(key(), get(), proof, false)).rejects.toThrow(
    'cannot read {{token:scoped}}',
  );
});
