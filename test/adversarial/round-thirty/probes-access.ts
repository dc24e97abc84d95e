import type { JsonWebKey } from 'node:crypto';
import { createHmac, createPublicKey } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ask, paths, Session, send } from './client.ts';
import type { Target } from './types.ts';

export type Probe = (target: Target) => Promise<boolean>;

export const nobody = '00112233445566778899aabb';
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const sample = { line1: '9 New Road', line2: 'Left', city: 'Leeds', postalCode: 'LS1 4AP', countryCode: 'GB' };

async function hmacToken(target: Target, token: string): Promise<string> {
  const keys = await send(target.jwksUrl ?? '');
  const key = createPublicKey({ key: keys.json.at('keys', 0).value as JsonWebKey, format: 'jwk' });
  const pem = `${String(key.export({ type: 'spki', format: 'pem' })).trim()}\n`;
  const head = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url');
  const signed = `${head}.${token.split('.')[1] ?? ''}`;
  return `${signed}.${createHmac('sha256', pem).update(signed).digest('base64url')}`;
}

export const accessProbes: Readonly<Record<string, Probe>> = {
  'client-reference-resolves-to-its-representation': async (target) => {
    const seen = await ask(target, { id: 'no-such-client', secret: 'whatever' });
    const session = new Session(target, seen.json.at('access_token').text);
    return seen.status === 200 && (await session.call(paths.cash)).status === 200;
  },
  'refused-grant-keeps-its-partial-data': async (target) => {
    const seen = await ask(target, target.clients.scoped, { grant_type: 'password' });
    const session = new Session(target, seen.json.at('data', 'access_token').text);
    return seen.status === 400 && (await session.call(paths.cash)).status === 200;
  },
  'two-fields-land-on-one-response-key': async (target) => {
    const seen = await ask(target, target.clients.scoped);
    return seen.status === 200 && !seen.json.at('scope').text.split(' ').includes('service:nbg');
  },
  'client-without-id-is-normalised-by-type-name': async (target) => {
    await ask(target, target.clients.scoped);
    const seen = await ask(target, target.clients.unscoped);
    return seen.json.at('scope').text.split(' ').includes('service:nbg');
  },
  'insights-stand-beside-a-null-viewer': async (target) =>
    (await new Session(target, '').call(paths.insights)).status === 200,
  'mocks-fill-what-verifying-leaves-undefined': async (target) => {
    const session = await Session.open(target);
    const stripped = session.token.slice(0, session.token.lastIndexOf('.') + 1);
    const elsewhere = await session.with(stripped).call(paths.portfolios);
    return elsewhere.status === 401 && (await session.with(stripped).call(paths.cash)).status === 200;
  },
  'verdict-with-claims-resolves-to-valid': async (target) => {
    const session = new Session(target, target.expiredToken ?? '');
    return (await session.call(paths.cash)).status === 401 && (await session.call(paths.portfolios)).status === 200;
  },
  'verdict-without-a-fragment-is-empty': async (target) => {
    const session = new Session(target, target.otherAudienceToken ?? '');
    return (await session.call(paths.cash)).status === 401 && (await session.call(paths.notifications)).status === 200;
  },
  'optimistic-layer-survives-a-denial': async (target) => {
    const session = await Session.open(target);
    const line1 = `${Math.random()} Street`;
    const refused = await session.with('a.b.c').update({ ...sample, line1 });
    return refused.status === 401 && (await session.stored()).at('line1').text === line1;
  },
  'key-scalar-leaves-the-graph-as-pem': async (target) => {
    const session = await Session.open(target);
    const forged = session.with(await hmacToken(target, session.token));
    return (await forged.call(paths.cash)).status === 401 && (await forged.call(paths.summaries)).status === 200;
  },
  'composition-appends-to-the-outer-list': async (target) =>
    (await (await Session.open(target, false)).call(paths.guides)).status === 200,
  'codes-are-mapped-by-their-beginning': async (target) =>
    (await (await Session.open(target, false)).call(paths.guides)).status === 401,
  'translated-fields-exceed-the-cost-limit': async (target) => {
    const session = await Session.open(target);
    const first = await session.call(paths.guides);
    return first.status === 200 && (await session.call(paths.guides, {}, target.users.second)).status === 403;
  },
  'plan-omits-a-fetch-for-the-key-alone': async (target) =>
    (await (await Session.open(target)).call(paths.portfolios, {}, nobody)).status === 200,
  'literals-are-not-parsed-as-values-are': async (target) => {
    const session = await Session.open(target);
    return (await session.call(paths.insights, {}, target.users.first.toUpperCase())).status === 200;
  },
  'errors-of-a-subgraph-are-redacted': async (target) => {
    const seen = await (await Session.open(target)).call(paths.summaries, {}, nobody);
    return seen.status === 401 && !/not found/i.test(seen.json.at('error', 'message').text);
  },
  'batch-runs-in-the-context-of-its-first-key': async (target) => {
    const session = await Session.open(target);
    const { first, second } = target.users;
    const both = await Promise.all([first, second].map((user) => session.call(paths.cash, {}, user)));
    return both[0]?.json.at('owner').value === both[1]?.json.at('owner').value;
  },
  'viewer-is-included-where-there-is-an-id': async (target) =>
    (await (await Session.open(target)).call(paths.insights, {}, null)).status === 200,
  'coercion-errors-keep-the-form-of-the-graph': async (target) => {
    const seen = await (await Session.open(target)).order({ amount: [1] });
    return seen.status === 400 && seen.json.at('errors').list.length === 1 && seen.json.at('error').value === undefined;
  },
  'head-and-body-take-two-of-the-errors': async (target) => {
    const seen = await (await Session.open(target)).call(paths.notifications, {}, nobody);
    return seen.status === 404 && seen.json.at('status').value === 400;
  },
  'response-ids-are-global-object-ids': async (target) => {
    const seen = await (await Session.open(target)).call(paths.insights, {}, nobody);
    return seen.status === 404 && !uuid.test(seen.json.at('responseId').text);
  },
  'loader-keeps-the-rejection-of-null': async (target) => {
    const session = await Session.open(target);
    const one = await session.call(paths.portfolios, {}, 'abc');
    const other = await session.call(paths.portfolios, {}, 'xyz');
    return one.status === 400 && one.json.at('responseId').value === other.json.at('responseId').value;
  },
  'extensions-carry-the-call-of-the-subgraph': async (target) => {
    const session = await Session.open(target);
    return (await session.call(paths.cash, {}, nobody)).text.includes(session.token);
  },
  'unknown-paths-reach-the-endpoint-of-the-graph': async (target) =>
    (await (await Session.open(target)).call('/no/such/path')).status === 400,
  'hash-is-forgotten-between-bursts': async (target) => {
    const session = await Session.open(target);
    await pause(300);
    return (await session.call(paths.insights)).status === 400 && (await session.call(paths.insights)).status === 200;
  },
  'late-rate-bubbles-to-the-root': async (target) => {
    const session = await Session.open(target);
    const seen = [];
    for (let turn = 0; turn < 10; turn += 1) seen.push((await session.call(paths.cash)).status);
    return seen.filter((status) => status === 424).length === 2;
  },
  'union-has-a-member-that-the-gateway-lacks': async (target) => {
    const session = await Session.open(target);
    const seen = [];
    for (let turn = 0; turn < 8; turn += 1) seen.push((await session.call(paths.portfolios)).status);
    return seen.filter((status) => status === 422).length === 2;
  },
};
