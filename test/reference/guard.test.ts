import { randomUUID } from 'node:crypto';
import { base64url, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { startClient } from './client.ts';

const { server, ask, bearer } = await startClient();
const good = await bearer();
const [header = '', payload = '', signature = ''] = good.slice('Bearer '.length).split('.');
const decoded = (part: string) => JSON.parse(new TextDecoder().decode(base64url.decode(part)));
const encoded = (value: unknown) => base64url.encode(JSON.stringify(value));
const withHeader = (change: object) => `${encoded({ ...decoded(header), ...change })}.${payload}`;
const impostor = await generateKeyPair('RS256');
const impostorToken = await new SignJWT(decoded(payload)).setProtectedHeader(decoded(header)).sign(impostor.privateKey);

const reads = ['/learn/learning-guides', '/learn/analyst-insights', '/daily-summaries', '/b2b/notification-settings'];
const endpoints = [
  ...reads,
  '/cash',
  '/portfolios',
  '/users/me/address',
  '/learn/learning-guides/0000000000000000000000ab',
];

describe('the token', () => {
  test.each(endpoints)('%s answers 401 with a challenge without one', async (path) => {
    const { status, headers, json } = await ask(path, { headers: { Authorization: null } });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer realm="m2m"');
    expect(json).toMatchObject({ status: 401, error: { message: expect.any(String) } });
  });

  test.each([
    '',
    'Bearer',
    good.slice('Bearer '.length),
    good.replace('Bearer', 'Basic'),
    good.replace('Bearer ', 'Bearer\t'),
    good.replace('Bearer', 'BearerX'),
    `${good} x`,
    `${good},${good}`,
    'Bearer a.b.c',
    'Bearer \u00e4',
    `Bearer "${good.slice('Bearer '.length)}"`,
  ])('%s is malformed', async (value) => {
    expect((await ask('/cash', { headers: { Authorization: value } })).status).toBe(401);
  });

  test.each([
    ['an altered payload', `${header}.${encoded({ ...decoded(payload), scope: 'service:all' })}.${signature}`],
    ['no signature', `${header}.${payload}.`],
    ['alg none', `${withHeader({ alg: 'none' })}.`],
    ['alg NonE', `${withHeader({ alg: 'NonE' })}.${signature}`],
    ['another key under the same kid', impostorToken],
    ['another alg', `${withHeader({ alg: 'HS256' })}.${signature}`],
    ['an expired one', server.expiredToken],
    ['one for another audience', server.otherAudienceToken],
  ])('%s is refused', async (_what, token) => {
    const { status, headers } = await ask('/cash', { headers: { Authorization: `Bearer ${token}` } });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  test.each(['bearer', 'BEARER', 'Bearer  '])('the scheme %s is accepted', async (scheme) => {
    expect((await ask('/cash', { headers: { Authorization: good.replace('Bearer', scheme) } })).status).toBe(200);
  });

  test('a query parameter does not stand in for it', async () => {
    const query = `?access_token=${good.slice('Bearer '.length)}`;
    expect((await ask(`/cash${query}`, { headers: { Authorization: null } })).status).toBe(401);
  });
});

test('the listing demands service:nbg, other endpoints do not', async () => {
  const headers = { Authorization: await bearer('unscoped') };
  const { status, json } = await ask('/learn/learning-guides', { headers });
  expect([status, json.status]).toEqual([403, 403]);
  expect((await ask('/cash', { headers })).status).toBe(200);
});

describe('the user', () => {
  test.each([
    server.users.first.toUpperCase(),
    server.users.first.slice(1),
    `${server.users.first}0`,
    `${server.users.first.slice(1)}g`,
    `${server.users.first},${server.users.second}`,
    '',
    '\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9',
  ])('%s is malformed', async (id) => {
    const { status, json } = await ask('/cash', { headers: { 'x-user-id': id } });
    expect([status, json.status]).toEqual([400, 400]);
  });

  test('is required, and not from the query', async () => {
    const headers = { 'x-user-id': null };
    expect((await ask(`/cash?x-user-id=${server.users.first}`, { headers })).status).toBe(400);
    expect((await ask('/learn/learning-guides/0000000000000000000000ab', { headers })).status).toBe(200);
  });

  test('that nobody knows is 401 on the summaries and 404 elsewhere', async () => {
    const headers = { 'x-user-id': server.users.unknown };
    const { status, json } = await ask('/daily-summaries', { headers });
    expect([status, json.error.message]).toEqual([401, 'User not found']);
    expect((await ask('/cash', { headers })).status).toBe(404);
  });

  test('comes after the token and the scope', async () => {
    const headers = { 'x-user-id': 'nonsense' };
    expect((await ask('/learn/learning-guides', { headers: { ...headers, Authorization: 'x' } })).status).toBe(401);
    const unscoped = { ...headers, Authorization: await bearer('unscoped') };
    expect((await ask('/learn/learning-guides', { headers: unscoped })).status).toBe(403);
  });
});

test('no two errors carry the same responseId', async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => ask(`/none-${randomUUID()}`)));
  const ids = replies.map(({ json }) => json.responseId);
  expect(new Set(ids).size).toBe(20);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});
