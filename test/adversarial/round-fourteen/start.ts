import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gatewayOf, routed } from './gateway.ts';
import { issuerOf } from './issuer.ts';
import { peopleOf } from './seed.ts';
import { type Answer, type Call, type Fields, Warm } from './shapes.ts';
import type { Target } from './types.ts';
import { send } from './wire.ts';

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
};
const callOf = (request: IncomingMessage, raw: Buffer, stage: string): Call => {
  const [target = '', query = ''] = (request.url ?? '/').split(/\?(.*)/s);
  const path = target.startsWith(`${stage}/`) ? target.slice(stage.length) : '/nowhere/at/all';
  const entries = Object.entries(request.headersDistinct).map(([name, values]) => [name, values?.join(', ')]);
  const method = request.method ?? 'GET';
  const fields: Call['fields'] = Object.fromEntries(entries);
  const shared = { method, path: target, query: new URLSearchParams(query), fields, raw, user: '', client: '' };
  return { ...shared, ...routed(method, path) };
};
const pointerOf = (warm: Warm): string => {
  if (warm.has('read-back-is-the-whole-document')) return '';
  return warm.has('read-back-under-keys-of-digits') ? '/1/0/address' : '/address';
};

/** A correct implementation, or one with exactly the defect or the variation that the toggle names. */
export async function start(toggle?: string): Promise<Target> {
  const warm = new Warm(toggle);
  const people = peopleOf(warm);
  const issuer = await issuerOf(warm);
  const gateway = gatewayOf(warm, issuer, people);
  const stage = warm.has('stage-in-the-path-is-escaped') ? '/st%C3%A4ge' : '/prod';
  const desk = warm.has('token-desk-behind-a-query') ? '/id/oauth/token?tenant=invest&v=2' : '/id/oauth/token';

  const answer = (call: Call, url: string): Answer | Promise<Answer> => {
    if (url === desk && call.method === 'POST') return issuer.desk(call);
    const fields: Fields = { 'content-type': 'application/json', 'cache-control': 'public, max-age=600' };
    if (url === '/id/jwks.json') return { status: 200, fields, body: issuer.jwks };
    return gateway(call);
  };
  const server = createServer(async (request, response) => {
    try {
      const raw = await bodyOf(request);
      send(warm, response, await answer(callOf(request, raw, stage), request.url ?? '/'));
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const past = Math.floor(Date.now() / 1000) - (warm.has('expired-six-minutes-ago') ? 3960 : 10_800);
  const long = warm.has('tokens-for-seven-hours-less-a-second') ? 25_199 : 0;
  const { scoped, unscoped } = issuer.clients;
  const expiredToken = await issuer.issue(scoped, issuer.audience, past - long);
  const otherAudienceToken = await issuer.issue(scoped, 'https://api.invest.example/partners');
  warm.forget();
  return {
    baseUrl: `${origin}${stage}`,
    authUrl: `${origin}${desk}`,
    jwksUrl: `${origin}/id/jwks.json`,
    audience: issuer.audience,
    clients: {
      scoped: { id: scoped.id, secret: scoped.secret },
      unscoped: { id: unscoped.id, secret: unscoped.secret },
    },
    users: people,
    expiredToken,
    otherAudienceToken,
    readBack: { method: 'GET', path: '/users/me/address', pointer: pointerOf(warm) },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
