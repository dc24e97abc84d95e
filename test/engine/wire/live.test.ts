import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { check } from '../../../engine/catalogue/check.ts';
import type { Config } from '../../../engine/config/config.ts';
import type { RunRecord } from '../../../engine/evidence/har-file.ts';
import type { Exchange } from '../../../engine/exchange/exchange.ts';
import { keyText, putBackStep } from '../../../engine/exchange/key.ts';
import type { Request } from '../../../engine/exchange/request.ts';
import { concat, symbol } from '../../../engine/exchange/value.ts';
import { judgeEvidence } from '../../../engine/judge.ts';
import { held, judgeRefusal } from '../../../engine/judging/answer.ts';
import { series } from '../../../engine/run/series.ts';
import { tokenRequest } from '../../../engine/run/well-formed.ts';
import { openSession } from '../../../engine/session.ts';
import { liveTransport } from '../../../engine/wire/live.ts';
import { Vault } from '../../../engine/wire/vault.ts';
import { catalogueOf, config, endpoint, get, head, key, tokenEndpoint } from '../samples.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

type Listener = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A real server for token endpoint and API, and the configuration that names it. */
async function serve(listener: Listener, changes: Partial<Config> = {}): Promise<Config> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => listener(request, response, body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const { target, ...rest } = config(changes);
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { ...rest, target: { ...target, baseUrl: `${origin}/api`, authUrl: `${origin}/token` } };
}

function transport(settings: Config) {
  const vault = new Vault();
  vault.set('client:scoped:id', 'id', 'plain');
  vault.set('client:scoped:secret', 'client-secret-of-a-test', 'secret');
  vault.set('audience', 'audience', 'plain');
  const recorded: Exchange[] = [];
  const live = liveTransport(settings, 'a-run', '0.0.0', vault, {}, (exchange) => recorded.push(exchange));
  closers.push(live.close);
  return { live, vault, recorded };
}

const bearer: Request = { ...get('/cash'), headers: [['Authorization', concat('Bearer ', symbol('token:scoped'))]] };
const statusOf = ({ answer }: Exchange) => ('lost' in answer ? answer.lost : answer.status);

/** Issues `token-1-of-the-run`, `token-2-...`; the API tells the token that it was given. */
function issuer(expiresIn: number): Listener {
  let issued = 0;
  return (request, response) => {
    if (request.url === '/token') {
      response.end(JSON.stringify({ access_token: `token-${++issued}-of-the-run`, expires_in: expiresIn }));
    } else response.writeHead(request.headers.authorization === `Bearer token-${issued}-of-the-run` ? 200 : 401).end();
  };
}

test('a short-lived token is renewed before it expires, once for all that wait, and never shown', async () => {
  const { live, recorded } = transport(await serve(issuer(1)));
  await live.once(key('token', 0, 'run/setup'), tokenRequest('scoped'), undefined, false);
  expect(statusOf(await live.once(key('case', 0), bearer, undefined, false))).toBe(200);
  await sleep(1_050);
  const all = await Promise.all(
    Array.from({ length: 10 }, (_, nth) => live.once(key('case', nth + 1), bearer, undefined, false)),
  );
  expect(all.map(statusOf)).toEqual(all.map(() => 200));
  expect(recorded.filter(({ key: { step } }) => step.startsWith('renew')).map(({ key: of }) => keyText(of))).toEqual([
    'run/setup|POST {auth_url}|1|renew-token:scoped|0',
  ]);
  expect(JSON.stringify(recorded)).not.toMatch(/token-\d-of-the-run|client-secret/);
});

test('a renewal that is turned away is asked for again', async () => {
  const issue = issuer(2);
  let requests = 0;
  const shedding: Listener = (request, response, body) => {
    if (request.url === '/token' && ++requests === 2) response.writeHead(429, { 'Retry-After': '0' }).end();
    else issue(request, response, body);
  };
  const { live, recorded } = transport(await serve(shedding));
  await live.once(key('token', 0, 'run/setup'), tokenRequest('scoped'), undefined, false);
  await sleep(1_550);
  expect(statusOf(await live.once(key('case', 0), bearer, undefined, false))).toBe(200);
  const renewals = recorded.filter(({ key: { step } }) => step.startsWith('renew'));
  expect(renewals.map(statusOf)).toEqual([429, 200]);
});

test('a renewal is not waited for that is withheld', async () => {
  const issue = issuer(2);
  let requests = 0;
  const closing: Listener = (request, response, body) => {
    if (request.url !== '/token' || ++requests === 1) return issue(request, response, body);
    live.withhold(tokenRequest('scoped'), 'a Retry-After that ends too late');
    response.writeHead(429, { 'Retry-After': '3600' }).end();
  };
  const { live, recorded } = transport(await serve(closing));
  await live.once(key('token', 0, 'run/setup'), tokenRequest('scoped'), undefined, false);
  await sleep(1_550);
  expect(statusOf(await live.once(key('case', 0), bearer, undefined, false))).toBe(200);
  const renewals = recorded.filter(({ key: { step } }) => step.startsWith('renew'));
  expect(renewals.map(statusOf)).toEqual([429]);
});

test('a renewed token is used once it may be known everywhere', async () => {
  let renewedAt = 0;
  const unknownAtFirst: Listener = (request, response) => {
    if (request.url === '/token') {
      renewedAt = Date.now();
      response.end(JSON.stringify({ access_token: 'token-of-the-run', expires_in: 3 }));
    } else response.writeHead(Date.now() - renewedAt < 500 ? 401 : 200).end();
  };
  const { live } = transport(await serve(unknownAtFirst));
  await live.once(key('token', 0, 'run/setup'), tokenRequest('scoped'), undefined, false);
  await sleep(2_300);
  const all = await Promise.all(
    Array.from({ length: 4 }, (_, nth) => live.once(key('case', nth), bearer, undefined, false)),
  );
  expect(all.map(statusOf)).toEqual(all.map(() => 200));
});

test('a stop ends what is under way and what waits, also during a long pause', async () => {
  const { live, recorded } = transport(await serve(() => {}, { concurrency: 2, rate: 1, timeoutMs: 60_000 }));
  const all = Promise.all(Array.from({ length: 20 }, (_, nth) => live.once(key('case', nth), get(), undefined, false)));
  await sleep(30);
  live.pause(get(), 600_000);
  live.stop('SIGINT');
  expect((await all).map(statusOf)).toEqual(Array.from({ length: 20 }, () => 'stopped'));
  expect(statusOf(await live.once(key('case', 99), get(), undefined, false))).toBe('stopped');
  expect(recorded).toEqual([]);
});

test('a target that closes every connection is not taken for one that is down', async () => {
  const { live } = transport(await serve((request) => request.socket.destroy()));
  const all = await Promise.all(
    Array.from({ length: 40 }, (_, nth) => live.once(key('case', nth), get(), undefined, false)),
  );
  expect(new Set(all.map(statusOf))).toEqual(new Set(['closed']));
});

test('a target that is not there is asked no more after a while', async () => {
  const settings = await serve(() => {});
  const { live } = transport({ ...settings, target: { ...settings.target, baseUrl: 'http://127.0.0.1:1/api' } });
  const all: unknown[] = [];
  for (let nth = 0; nth < 26; nth++) all.push(statusOf(await live.once(key('case', nth), get(), undefined, false)));
  expect(all.slice(0, 24)).toEqual(Array.from({ length: 24 }, () => 'refused-connection'));
  expect(all.slice(24)).toEqual(['target-down', 'target-down']);
});

/** A 100 that nobody asked for comes before each answer. */
const announcing: Listener = (_request, response) => {
  response.writeContinue();
  response.end('{}');
};
const patch: Request = { ...get('/address'), method: 'PATCH' };
const post: Request = { ...get('/orders'), method: 'POST' };

test('a write that a 100 announces is read: an update is sent once more, an order never', async () => {
  const updated = transport(await serve(announcing)).live;
  expect(statusOf(await updated.once(key('case', 0), patch, undefined, false))).toBe(200);
  let orders = 0;
  const counting: Listener = (request, ...rest) => {
    orders += request.method === 'POST' ? 1 : 0;
    announcing(request, ...rest);
  };
  const ordered = transport(await serve(counting)).live;
  expect(statusOf(await ordered.once(key('case', 0), post, undefined, false))).toBe('invalid-http');
  expect(statusOf(await ordered.once(key('case', 1), post, undefined, false))).toBe(200);
  expect(orders).toBe(2);
});

test('behind a proxy nothing goes past it', async () => {
  const settings = await serve(announcing);
  const { port } = new URL(settings.target.baseUrl);
  const proxy = createServer().on('connect', (_request, client, first) => {
    const target = connect(Number(port), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.write(first);
      target.pipe(client).pipe(target);
    });
    for (const socket of [target, client]) socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  closers.push(() => proxy.close());
  const http = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const target = { ...settings.target, baseUrl: 'http://beyond-the-proxy.invalid/api' };
  const { live } = transport({ ...settings, target, network: { ...settings.network, proxy: { http, https: http } } });
  for (const [nth, request] of [patch, post, post, get('/cash')].entries()) {
    expect(statusOf(await live.once(key('case', nth), request, undefined, false)), `${nth}`).toBe('invalid-http');
  }
});

test('a pause that the target asked for holds for requests for a token as well', async () => {
  const { live } = transport(await serve(issuer(60)));
  live.pause(get(), 80);
  const began = performance.now();
  await live.once(key('token', 0, 'run/setup'), tokenRequest('scoped'), undefined, false);
  expect(performance.now() - began).toBeGreaterThan(75);
});

const timed = async (send: Promise<Exchange>) => {
  const began = performance.now();
  const status = statusOf(await send);
  return { status, ms: performance.now() - began };
};

test('a pause that the token endpoint asked for holds up requests for a token alone', async () => {
  const { live } = transport(await serve(issuer(60), { concurrency: 1 }));
  live.pause(tokenRequest('scoped'), 300);
  live.pause(tokenRequest('scoped'), 10);
  const token = timed(live.once(key('token', 0, 'run/setup'), tokenRequest('scoped'), undefined, false));
  expect((await timed(live.once(key('case', 0), get(), undefined, false))).ms).toBeLessThan(200);
  expect((await token).ms).toBeGreaterThan(295);
});

test('a pause that was asked for as a write was turned away holds up writes alone', async () => {
  const { live } = transport(await serve((_request, response) => response.end()));
  live.pause(patch, 300);
  const written = timed(live.once(key('case', 1), patch, undefined, false));
  expect((await timed(live.once(key('case', 0), get(), undefined, false))).ms).toBeLessThan(200);
  expect((await written).ms).toBeGreaterThan(295);
});

test('who needs a new token waits for the end of the pause before it is renewed, and nobody else does', async () => {
  const { live, recorded } = transport(await serve(issuer(1)));
  await live.once(key('token', 0, 'run/setup'), tokenRequest('scoped'), undefined, false);
  await live.once(key('case', 0), bearer, undefined, false);
  await sleep(1_050);
  live.pause(tokenRequest('scoped'), 300);
  const waiting = [1, 2, 3].map((nth) => timed(live.once(key('case', nth), bearer, undefined, false)));
  expect((await timed(live.once(key('case', 9), get(), undefined, false))).ms).toBeLessThan(200);
  for (const { status, ms } of await Promise.all(waiting)) {
    expect(status).toBe(200);
    expect(ms).toBeGreaterThan(295);
  }
  expect(recorded.filter(({ key: { step } }) => step.startsWith('renew'))).toHaveLength(1);
});

test('a stop ends also the pauses of some kind', async () => {
  const { live } = transport(await serve(() => {}));
  live.pause(patch, 600_000);
  const waiting = live.once(key('case', 0), patch, undefined, false);
  live.stop('SIGINT');
  expect(statusOf(await waiting)).toBe('stopped');
});

test('what is withheld is recorded, and keeps nothing else from being sent', async () => {
  const { live, recorded } = transport(await serve((_request, response) => response.end()));
  live.withhold(patch, 'a quota');
  live.withhold(patch, 'another');
  expect((await live.once(key('case', 0), patch, undefined, false)).answer).toEqual({
    lost: 'stopped',
    detail: 'a quota',
  });
  expect(statusOf(await live.once(key('case', 1), get(), undefined, false))).toBe(200);
  expect(recorded).toHaveLength(2);
});

test('what writes could have changed is put back, also where writes are withheld', async () => {
  const { live } = transport(await serve((_request, response) => response.end()));
  live.withhold(patch, 'a quota');
  const putBack = { ...key('case', 0), step: putBackStep };
  expect(statusOf(await live.once(putBack, patch, undefined, false))).toBe(200);
});

test('a token that cannot stand in a header is no credential, and no error of the harness', async () => {
  const { live, vault } = transport(await serve((_request, response) => response.end()));
  vault.set('token:scoped', 'a token\r\nx-injected: 1', 'secret');
  expect(statusOf(await live.once(key(), bearer, undefined, false))).toBe('no-credential');
});

test('an error of the harness shows no secret', async () => {
  const { live, vault } = transport(await serve((_request, response) => response.end()));
  vault.set('token:scoped', 'the-token-of-the-run', 'secret');
  const proof = () => {
    throw new Error('cannot read the-token-of-the-run');
  };
  await expect(live.once(key(), get(), proof, false)).rejects.toThrow('cannot read {{token:scoped}}');
});

const negative = { ...get('/cash'), headers: [] };
const catalogue = catalogueOf([tokenEndpoint, endpoint()], {
  cash: [
    check({
      ...head,
      id: 'cash/ok',
      endpoints: ({ name }) => name === 'cash',
      control: 'none',
      cases: (bound) => series([{ request: bound.wellFormed(), label: 'well-formed' }]),
      judge: () => held(),
    }),
    check({
      ...head,
      id: 'cash/refuses',
      endpoints: ({ name }) => name === 'cash',
      cases: () => series([{ request: negative, label: 'no token' }]),
      judge: (exchange) => judgeRefusal(exchange, 'accepted'),
    }),
  ],
});

function session(settings: Config) {
  const exchanges = new Map<string, Exchange>();
  let record: RunRecord | undefined;
  const opened = openSession({
    catalogue,
    config: settings,
    version: '0.0.0',
    runId: 'a-run',
    startedAt: '2026-01-01T00:00:00.000Z',
    openEvidence: (of) => {
      record = of;
      return (exchange) => exchanges.set(keyText(exchange.key), JSON.parse(JSON.stringify(exchange)));
    },
  });
  return { ...opened, evidence: () => ({ record: record as RunRecord, version: '0.0.0', exchanges, complete: true }) };
}

test('a run over the network, and its evidence judged again, yield the same part', async () => {
  let sheds = 2;
  const { part, evidence } = session(
    await serve((request, response, body) => {
      if (request.url === '/token') return void issuer(60)(request, response, body);
      if (sheds-- > 0) return void response.writeHead(503).end();
      response.writeHead(request.headers.authorization ? 200 : 401).end('{}');
    }),
  );
  const live = await part;
  expect(live.tallies['cash/ok|GET /cash']).toMatchObject({ held: 1 });
  expect(live.tallies['cash/refuses|GET /cash']).toMatchObject({ held: 1 });
  expect(await judgeEvidence(catalogue, evidence())).toEqual(live);
});

test('a token endpoint that asks for more time than there is ends no run', async () => {
  const client = { id: 'client-id', secret: 'client-secret-of-a-test' };
  const clients = { scoped: client, unscoped: client };
  let issued = 0;
  const { part, stopped, evidence } = session(
    await serve(
      (request, response, body) => {
        if (request.url !== '/token')
          return void response.writeHead(request.headers.authorization ? 200 : 401).end('{}');
        if (issued++ === 0) return void issuer(60)(request, response, body);
        response.writeHead(429, { 'retry-after': '100000' }).end();
      },
      { clients },
    ),
  );
  const live = await part;
  expect([...evidence().exchanges.values()].map(statusOf)).toContain(429);
  expect(live.tallies['cash/ok|GET /cash']).toMatchObject({ held: 1 });
  expect(stopped()).toBeUndefined();
  expect(await judgeEvidence(catalogue, evidence())).toEqual(live);
});

test('a session that is stopped while it waits yields its part at once', async () => {
  const { part, stop, stopped } = session(
    await serve((request, response, body) => {
      if (request.url === '/token') return void issuer(60)(request, response, body);
      response.writeHead(429, { 'retry-after': '50' }).end();
    }),
  );
  await sleep(100);
  stop('SIGINT');
  expect((await part).tallies['cash/ok|GET /cash']).toMatchObject({ held: 0 });
  expect(stopped()).toBe('SIGINT');
});

test('a gateway’s credentials are a secret without their scheme too', async () => {
  const { part, evidence } = session(
    await serve(
      (request, response, body) => {
        if (request.url === '/token') return void issuer(60)(request, response, body);
        response.end(String(request.headers['x-gateway']).split(' ')[1]);
      },
      { network: { headers: { 'x-gateway': 'Basic Z2F0ZTprZWVwZXI=' }, allowPlainHttp: true } },
    ),
  );
  await part;
  expect(JSON.stringify([...evidence().exchanges.values()])).not.toContain('Z2F0ZTprZWVwZXI');
});

test('the date of a version is no secret: answers are judged as they came', async () => {
  const { part, evidence } = session(
    await serve(
      (request, response, body) => {
        if (request.url === '/token') return void issuer(60)(request, response, body);
        response.end(`since ${request.headers['x-api-version']}`);
      },
      { network: { headers: { 'X-Api-Version': '2024-01-01' }, allowPlainHttp: true } },
    ),
  );
  await part;
  expect(JSON.stringify([...evidence().exchanges.values()])).toContain('since 2024-01-01');
});
