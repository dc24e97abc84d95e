import { expect } from 'vitest';
import type { Answer, Tester } from './client.ts';
import { paths } from './client.ts';
import type { Json } from './model.ts';
import { isObject, json, list } from './model.ts';

/** One after the other. */
export async function inTurn<A, B>(all: readonly A[], then: (one: A) => Promise<B>): Promise<B[]> {
  const results: B[] = [];
  for (const one of all) {
    results.push(await then(one));
  }
  return results;
}

type Kind = 'string' | 'number' | 'boolean';
function members(one: Json, kind: Kind, ...names: string[]): void {
  for (const name of names) {
    expect(one[name], name).toBeTypeOf(kind);
  }
}
const jsonType = /^application\/(?:[\w.-]+\+)?json[ \t]*(?:;.*)?$/i;
const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const money = (value: unknown): void => {
  expect(value).toMatch(/\p{Nd}/u);
  expect(value).toMatch(/[\p{Sc}\p{L}]/u);
};

/** An ApiError of one of those statuses, or of any below 500. */
function refusal(answer: Answer, ...statuses: number[]): string {
  const { status, body, headers } = answer;
  expect(statuses.length === 0 ? [status] : statuses).toContain(status);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(headers['content-type']).toMatch(jsonType);
  expect(body['status']).toBe(status);
  const error = json(body['error']);
  expect(error['message']).toMatch(/\S/);
  const description = error['description'] ?? '';
  expect(description).toBeTypeOf('string');
  expect(body['responseId']).toMatch(uuid);
  if (status === 401) {
    expect(headers['www-authenticate']).toBeTypeOf('string');
  }
  expect(headers['cache-control'] ?? '').not.toMatch(/=1800/);
  return String(body['responseId']);
}

function listing({ status, headers, body }: Answer): string[] {
  expect(status).toBe(200);
  const { 'cache-control': cache = '', vary = '', expires = '', date = '' } = headers;
  const stated = /(?:^|[\s,])(?:s-maxage|max-age)="?(\d+)/i.exec(cache)?.[1];
  const seconds = stated === undefined ? (Date.parse(expires) - Date.parse(date)) / 1000 : Number(stated);
  expect(Math.abs(seconds - 1800)).toBeLessThanOrEqual(1);
  expect(vary).toMatch(/x-user-id|\*/i);
  const all = list(body['data']);
  expect(all.length).toBe(11);
  for (const guide of all) {
    members(guide, 'string', 'id', 'key', 'slug', 'title', 'description', 'contentType');
    expect(guide['id']).toMatch(/^[\da-f]{24}$/);
    expect(Number.isInteger(guide['chapterCount'])).toBe(true);
    for (const name of ['guideIconURL', 'mobileCoverImageURL', 'webCoverImageURL']) {
      const url = guide[name];
      expect(url === undefined || (url === null && name.startsWith('web')) || URL.canParse(String(url))).toBe(true);
    }
  }
  const ids = all.map(({ id }) => String(id));
  expect(new Set(ids).size).toBe(ids.length);
  return ids;
}

function snapshots({ status, body }: Answer): void {
  expect(status).toBe(200);
  members(json(body['maxValueDifferences']), 'number', 'cash', 'savings', 'holdings', 'total');
  const days = list(body['data']);
  expect(days.length).toBeGreaterThan(1);
  for (const day of days) {
    members(day, 'string', 'chartLabel');
    expect(String(day['timestamp'])).toMatch(/^\d{13}$/);
    expect(Number(day['timestamp'])).toBeLessThanOrEqual(Date.now());
    const portfolio = json(day['portfolio']);
    for (const key of ['cash', 'savings', 'holdings', 'total']) {
      const member = json(portfolio[key]);
      expect(member['key']).toBe(key);
      members(member, 'number', 'value');
      money(member['displayValue']);
    }
    const [savings, holdings, total] = ['savings', 'holdings', 'total'].map((name) => json(portfolio[name]));
    for (const value of [savings?.['unrealisedMonthlyInterest'], savings?.['dailyInterest']]) {
      money(value);
    }
    money(holdings?.['upBy']);
    money(total?.['upBy']);
    for (const name of ['total', 'news', 'analyst', 'priceMomentum']) {
      const score = json(json(day['sentimentScore'])[name]);
      members(score, 'number', 'score');
      members(score, 'string', 'label');
    }
    performers(json(day['performers']));
  }
}

function performers(lists: Json): void {
  for (const name of ['all', 'best', 'worst']) {
    expect(Array.isArray(lists[name])).toBe(true);
    for (const one of list(lists[name])) {
      members(one, 'string', 'assetId', 'value', 'weight');
      expect(one['weight']).toMatch(/\p{Nd}/u);
      expect(one['weight']).toMatch(/[%٪﹪%]/);
      const directions = ['upBy', 'downBy'].filter((member) => member in one);
      expect(directions.length).toBeLessThan(2);
      members(one, 'string', ...directions);
      if (name !== 'all') {
        expect(directions).toEqual([name === 'best' ? 'upBy' : 'downBy']);
      }
    }
  }
}

const specified: Readonly<Record<string, readonly string[]>> = {
  app: [
    'app_transactional',
    'app_learning_guide app_analyst_insight app_quick_take app_daily_recap app_weekly_review',
    'app_promotional',
  ],
  email: ['email_transactional', 'email_servicebites', 'email_promotional'],
};

function settings({ status, body }: Answer): void {
  expect(status).toBe(200);
  for (const [channel, categories] of Object.entries(specified)) {
    const known = categories.join(' ').split(' ');
    const groups = list(body[channel]).map((group) => {
      members(group, 'string', 'category');
      return list(group['notifications']).map((one) => {
        members(one, 'string', 'id', 'name', 'description');
        members(one, 'boolean', 'active');
        return String(one['id']);
      });
    });
    const found = groups.map((ids) => ids.filter((id) => known.includes(id)).sort());
    const wanted = categories.map((ids) => ids.split(' ').sort());
    expect(found.filter((ids) => ids.length > 0).sort()).toEqual(wanted.sort());
  }
}

/** Everything that has to be refused, each with a response id of its own. */
async function refusesAll(t: Tester): Promise<void> {
  const { users, expiredToken = '', otherAudienceToken = '' } = t.target;
  const { first, denied = '' } = users;
  const stranger = 'f'.repeat(24);
  const parts = t.token.split('.');
  const last = parts.length - 1;
  const altered = parts.with(last, `${parts[last]?.slice(0, -6)}AAAAAA`).join('.');
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${parts[1]}.`;
  const ids: string[] = [];
  for (const credentials of [null, t.token, 'Bearer', 'Bearer x', `Basic ${t.token}`, `Bearer ${t.token}, x`]) {
    ids.push(refusal(await t.call(paths.insights, { credentials }), 401));
  }
  for (const token of [altered, none, parts.with(last, '').join('.'), expiredToken]) {
    ids.push(refusal(await t.call(paths.cash, { token }), 401));
  }
  ids.push(refusal(await t.call(paths.cash, { token: otherAudienceToken }), 401, 403));
  ids.push(refusal(await t.call(`${paths.cash}?access_token=${t.token}`, { credentials: null }), 401));
  ids.push(refusal(await t.call(paths.guides, { token: t.unscoped }), 403));
  ids.push(refusal(await t.call(paths.summaries, { user: denied }), 403));
  const users24 = [null, '', first.toUpperCase(), first.slice(0, 23), `${first}0`, `${first}, ${first}`, stranger];
  for (const user of [...users24, `${first.slice(0, 23)}g`, `${first.slice(0, 23)}\u00b2`]) {
    ids.push(refusal(await t.call(paths.portfolios, { user })));
  }
  ids.push(refusal(await t.call(`${paths.cash}?x-user-id=${first}`, { user: null })));
  ids.push(refusal(await t.call(paths.summaries, { user: stranger }), 401));
  ids.push(refusal(await t.call(`${paths.guides}/${stranger}`), 404));
  for (const id of ['xyz', `${stranger}0`, '%zz', '-1']) {
    ids.push(refusal(await t.call(`${paths.guides}/${id}`)));
  }
  ids.push(refusal(await t.call('/no-such-path'), 404, 401, 403));
  ids.push(refusal(await t.call(paths.cash, { method: 'PURGE' })));
  for (const body of ['', '{', '[]', 'null', '"text"', '{}']) {
    ids.push(refusal(await t.update({}, { body })), refusal(await t.order({}, { body })));
  }
  for (const type of [null, 'text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
    ids.push(refusal(await t.update({}, { type })), refusal(await t.order({}, { type })));
  }
  ids.push(refusal(await t.update({}, { body: { address: [] } })));
  for (const name of ['line1', 'line2', 'city', 'postalCode', 'countryCode']) {
    ids.push(refusal(await t.update({ [name]: {} })), refusal(await t.update({ [name]: [] })));
  }
  for (const countryCode of ['pt', 'P', 'PRT', '']) {
    ids.push(refusal(await t.update({ countryCode })));
  }
  for (const more of [{ isin: {} }, { isin: [] }, { side: [] }, { side: {} }, { amount: {} }, { amount: [] }]) {
    ids.push(refusal(await t.order(more)));
  }
  for (const amount of [0, -0.01, 'a lot']) {
    ids.push(refusal(await t.order({ amount })));
  }
  expect(new Set(ids).size).toBe(ids.length);
}

async function grants(t: Tester): Promise<void> {
  const wrong: Json[] = [
    { client_secret: 'wrong' },
    { client_id: 'wrong' },
    { client_id: [] },
    { client_id: undefined },
    { client_secret: undefined },
    { grant_type: 'refresh_token' },
    { grant_type: undefined },
    { audience: 'urn:nowhere' },
  ];
  for (const { status, body } of await inTurn(wrong, (more) => t.grant(more))) {
    expect(Math.floor(status / 100)).toBe(4);
    expect('access_token' in body).toBe(false);
  }
  const { status, headers, body } = await t.grant();
  expect(status).toBe(200);
  expect(body['token_type']).toBe('Bearer');
  expect(Number.isInteger(body['expires_in'])).toBe(true);
  expect(Number(body['expires_in'])).toBeGreaterThan(0);
  expect(headers['cache-control']).toMatch(/no-store/i);
  expect(String(body['scope']).split(' ')).toContain('service:nbg');
  const other = await t.grant({}, t.target.clients.unscoped);
  expect(String(other.body['scope'] ?? '').split(' ')).not.toContain('service:nbg');
  expect((await t.call(paths.guides, { token: String(body['access_token']) })).status).toBe(200);
}

async function updates(t: Tester): Promise<void> {
  const { second } = t.target.users;
  const others = await t.stored(second);
  expect((await t.update()).status).toBeLessThan(300);
  expect((await t.update()).status).toBeLessThan(300);
  expect((await t.update({ line1: 'Travessa 9', postalCode: '7000-500' })).status).toBeLessThan(300);
  refusal(await t.update({ line1: 'Nowhere' }, { credentials: null }), 401);
  refusal(await t.update({ line1: 'Nowhere', countryCode: 'Pt' }));
  const kept = JSON.parse(JSON.stringify(await t.stored()).normalize('NFC')) as Json;
  expect(kept).toMatchObject({ line1: 'Travessa 9', city: 'Évora', postalCode: '7000-500', countryCode: 'PT' });
  expect(await t.stored(second)).toEqual(others);
}

/** Holds the target against the specification. */
export async function serves(t: Tester): Promise<void> {
  const { first, second } = t.target.users;
  for (const path of Object.values(paths)) {
    const both = await Promise.all([first, second].map((user) => t.call(path, { user })));
    for (const { status, headers, text } of both) {
      expect(status, path).toBe(200);
      expect(headers['content-type']).toMatch(jsonType);
      expect(isObject(JSON.parse(text)) || Array.isArray(JSON.parse(text))).toBe(true);
      expect(path === paths.guides ? '' : (headers['cache-control'] ?? '')).not.toMatch(/public|s-maxage/i);
    }
    expect(both[0]?.text).not.toBe(both[1]?.text);
    expect((await t.call(`${path}?unexpected=1`)).status).toBeLessThan(500);
  }
  const ids = listing(await t.call(paths.guides));
  expect(listing(await t.call(paths.guides, { headers: { accept: 'application/json' } }))).toEqual(ids);
  expect(listing(await t.call(paths.guides, { user: second }))).toEqual(ids);
  const whole = await inTurn(ids, (id) => t.call(`${paths.guides}/${id}`));
  expect(new Set(whole.map(({ status, text }) => `${status} ${text}`)).size).toBe(ids.length);
  expect(whole.every(({ status }) => status === 200)).toBe(true);
  for (const user of [first, second]) {
    snapshots(await t.call(paths.summaries, { user }));
    settings(await t.call(paths.notifications, { user }));
  }
  await refusesAll(t);
  for (const credentials of [`bearer ${t.token}`, `BEARER   ${t.token}`, ` Bearer ${t.token} `]) {
    expect((await t.call(paths.cash, { credentials })).status).toBe(200);
  }
  await updates(t);
  expect((await t.order()).status).toBeLessThan(300);
  await grants(t);
  expect((await t.call(paths.cash)).status).toBe(200);
}
