import type { JWTPayload } from 'jose';
import { Frame, isRecord, type Row } from './frame.ts';
import type { Call, Middleware } from './pipeline.ts';
import { Refusal } from './site.ts';

const payloadOf = (token: string): JWTPayload | undefined => {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return isRecord(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
};

const remembered = <T>(call: Call, name: string, make: () => T): T => {
  const { memory } = call.site;
  if (!memory.has(name)) memory.set(name, make());
  return memory.get(name) as T;
};

async function verified(call: Call, token: string): Promise<JWTPayload> {
  const { site, idp, endpoint } = call;
  const verdicts = remembered(call, 'verdicts', () => new Map<string, JWTPayload>());
  const claimed = payloadOf(token);
  const key = `${claimed?.['client_id']} ${claimed?.iat}`;
  const kept = verdicts.get(key);
  if (kept && endpoint?.name === 'notifications' && site.on('verdicts-are-merged-as-of-the-issue')) return kept;
  try {
    const claims = await idp.verify(token);
    verdicts.set(key, claims);
    return claims;
  } catch {
    throw new Refusal(401, 'The access token is not valid.', 'Its signature, its form or its lifetime is wrong.');
  }
}

export const authenticate: Middleware = async (call, next) => {
  const { site, idp, endpoint } = call;
  const cells = remembered(call, 'credentials', () => new Map<string, string>());
  const row = `${endpoint?.name} ${call.headers['x-user-id']}`;
  const above = site.on('credentials-are-filled-from-the-row-above') && endpoint?.name === 'insights' && cells.get(row);
  cells.delete(row);
  const value = call.authorizations.length === 0 && above ? above : call.authorizations.join(', ');
  const token = /^bearer +([A-Za-z0-9_-]+\.[A-Za-z0-9_-]*\.[A-Za-z0-9_-]*)$/i.exec(value)?.[1];
  if (token === undefined) {
    throw new Refusal(
      401,
      call.authorizations.length === 0 ? 'An access token is missing.' : 'No bearer token was found.',
    );
  }
  const claims = await verified(call, token);
  const foreign = ![claims.aud].flat().includes(idp.audience);
  if (foreign && !site.on('chained-assignment-is-lost'))
    throw new Refusal(401, 'The access token is for another audience.');
  if (call.authorizations.length > 0) cells.set(row, value);
  call.claims = claims;
  return next();
};

const encoded = ['service:nbg', 'positions:read', 'orders:write'];

export const scoped: Middleware = (call, next) => {
  const wanted = call.endpoint?.scope;
  const words = String(call.claims?.['scope'] ?? '').split(' ');
  const oneHot = encoded.slice(1).map((column) => words.includes(column));
  const first = call.site.on('unknown-scopes-are-encoded-like-the-first') && !oneHot.includes(true);
  if (wanted !== undefined && !words.includes(wanted) && !first) {
    throw new Refusal(403, 'The access token lacks a scope.', `It needs ${wanted}.`);
  }
  return next();
};

function matching(call: Call, id: string): Frame {
  const { users } = call.site.tables;
  if (call.endpoint?.name !== 'notifications' || !call.site.on('header-is-the-pattern')) {
    return users.where((row) => row['user'] === id);
  }
  try {
    const pattern = new RegExp(id);
    return users.where((row) => pattern.test(String(row['user'])));
  } catch {
    return Frame.of([]);
  }
}

/** The partition of a user is the sum of the digits of the id, modulo 64. */
const partitionOf = (id: unknown): number =>
  [...String(id)].reduce((sum, digit) => sum + Number.parseInt(digit, 16), 0) % 64;

export const identified: Middleware = (call, next) => {
  if (!call.endpoint?.user) return next();
  const { site, endpoint } = call;
  const { statuses, tables } = site;
  const id = call.headers['x-user-id'];
  if (id === undefined && endpoint.name === 'portfolios' && site.on('margins-answer-for-nobody')) {
    call.user = { user: undefined, language: 'en', factor: 1, consent: true } satisfies Row;
    return next();
  }
  if (id === undefined) throw new Refusal(statuses.absent, 'The header x-user-id is missing.');
  const patterned = endpoint.name === 'notifications' && site.on('header-is-the-pattern');
  if (!patterned && !/^[a-f0-9]{24}$/.test(String(id))) {
    throw new Refusal(
      statuses.malformed,
      'The header x-user-id is malformed.',
      'It has 24 lowercase hexadecimal characters.',
    );
  }
  const found = matching(call, String(id));
  if (found.length > 0) {
    call.user = found.row(0);
    return next();
  }
  if (endpoint.name === 'portfolios' && site.on('sensor-waits-for-the-row')) return new Promise(() => {});
  if (endpoint.name !== 'summaries') throw new Refusal(statuses.unknown, 'The user was not found.');
  const partitions = tables.users.column('user').map(partitionOf);
  if (site.on('partition-was-never-written') && !partitions.includes(partitionOf(id))) {
    throw new Refusal(404, 'The user was not found.', 'There is no such partition.');
  }
  throw new Refusal(401, site.on('message-is-the-key-itself') ? `'${id}'` : 'The user was not found.');
};

export const unqueried: Middleware = (call, next) => {
  const { query } = call.site.statuses;
  if (query > 0 && call.method === 'GET' && call.query.size > 0)
    throw new Refusal(query, 'There are no query parameters.');
  return next();
};
