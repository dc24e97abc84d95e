import { expect } from 'vitest';
import type { Answer, Call, Tester } from './client.ts';
import { paths } from './client.ts';
import type { Json } from './model.ts';
import { isObject, json, list } from './model.ts';

/** maplist/3, one after the other. */
export async function inTurn<A, B>(all: readonly A[], then: (one: A) => Promise<B>): Promise<B[]> {
  const results: B[] = [];
  for (const one of all) {
    results.push(await then(one));
  }
  return results;
}

const typed = (dict: Json, type: 'string' | 'number' | 'boolean', ...keys: string[]): void => {
  for (const key of keys) {
    expect(dict[key], key).toBeTypeOf(type);
  }
};
const mediaType = /^application\/(?:[\w.-]+\+)?json[ \t]*(?:;.*)?$/i;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
function amount(text: unknown): void {
  expect(text).toMatch(/\p{Nd}/u);
  expect(text).toMatch(/[\p{Sc}\p{L}]/u);
}

/** An ApiError with one of those statuses, or any other 4xx; its response id. */
function apiError(answer: Answer, ...statuses: number[]): string {
  const { status, headers, body } = answer;
  const error = json(body['error']);
  expect(Math.trunc(status / 100), answer.text).toBe(4);
  expect(statuses.length === 0 || statuses.includes(status), `${status} ${answer.text}`).toBe(true);
  expect(headers['content-type']).toMatch(mediaType);
  expect(headers['cache-control'] ?? '').not.toMatch(/=1800/);
  expect(status !== 401 || headers['www-authenticate'] !== undefined).toBe(true);
  expect(body['status']).toBe(status);
  expect(error['message']).toMatch(/\S/);
  expect(error['description'] ?? '').toBeTypeOf('string');
  expect(body['responseId']).toMatch(uuid);
  return String(body['responseId']);
}

function lifetimeOf({ 'cache-control': control = '', expires = '', date = '' }: Answer['headers']): number {
  const [, seconds] = /\bs-maxage="?(\d+)/i.exec(control) ?? /\bmax-age="?(\d+)/i.exec(control) ?? [];
  return seconds === undefined ? (Date.parse(expires) - Date.parse(date)) / 1000 : Number(seconds);
}

/** The ids of a listing that is as it should be. */
function listing({ status, headers, body }: Answer): string[] {
  expect(status).toBe(200);
  expect(Math.abs(lifetimeOf(headers) - 1800)).toBeLessThanOrEqual(1);
  expect(headers.vary).toMatch(/x-user-id|\*/i);
  const ids = list(body['data']).map((guide) => {
    typed(guide, 'string', 'key', 'id', 'title', 'description', 'slug', 'contentType');
    expect(guide['id']).toMatch(/^[\da-f]{24}$/);
    expect(Number.isInteger(guide['chapterCount']) && Number(guide['chapterCount']) >= 0).toBe(true);
    expect(guide['backgroundColor'] ?? '').toBeTypeOf('string');
    const { guideIconURL = 'a:', mobileCoverImageURL = 'a:', webCoverImageURL } = guide;
    for (const url of [guideIconURL, mobileCoverImageURL, webCoverImageURL ?? 'a:']) {
      expect(typeof url === 'string' && URL.canParse(url)).toBe(true);
    }
    return String(guide['id']);
  });
  expect(ids.length).toBeGreaterThan(8);
  expect(new Set(ids).size).toBe(ids.length);
  return ids;
}

function days({ status, body }: Answer): void {
  expect(status).toBe(200);
  expect(list(body['data']).length).toBeGreaterThan(1);
  typed(json(body['maxValueDifferences']), 'number', 'cash', 'savings', 'holdings', 'total');
  for (const day of list(body['data'])) {
    typed(day, 'string', 'chartLabel');
    expect(String(day['timestamp'])).toMatch(/^\d{13}$/);
    expect(Number(day['timestamp'])).toBeLessThanOrEqual(Date.now());
    const [portfolio, scores, performers] = ['portfolio', 'sentimentScore', 'performers'].map((key) => json(day[key]));
    const extra: Json = {
      savings: ['unrealisedMonthlyInterest', 'dailyInterest'],
      holdings: ['upBy'],
      total: ['upBy'],
    };
    for (const key of ['cash', 'savings', 'holdings', 'total']) {
      const member = json(portfolio?.[key]);
      expect(member['key']).toBe(key);
      typed(member, 'number', 'value');
      for (const name of ['displayValue', ...((extra[key] as string[] | undefined) ?? [])]) {
        amount(member[name]);
      }
    }
    for (const key of ['total', 'news', 'analyst', 'priceMomentum']) {
      typed(json(scores?.[key]), 'number', 'score');
      typed(json(scores?.[key]), 'string', 'label');
    }
    performing(performers ?? {});
  }
}

function performing(performers: Json): void {
  for (const [key, wanted] of [
    ['all', undefined],
    ['best', 'upBy'],
    ['worst', 'downBy'],
  ] as const) {
    expect(Array.isArray(performers[key])).toBe(true);
    for (const one of list(performers[key])) {
      typed(one, 'string', 'assetId', 'value', 'weight');
      expect(one['weight']).toMatch(/\p{Nd}/u);
      expect(one['weight']).toMatch(/[%٪﹪％؉⁒]/);
      const directions = ['upBy', 'downBy'].filter((name) => one[name] !== undefined);
      typed(one, 'string', ...directions);
      expect(directions.length).toBeLessThan(2);
      expect(wanted === undefined || directions[0] === wanted).toBe(true);
    }
  }
}

/** group(Channel, Ids). */
const groups: readonly (readonly ['app' | 'email', string])[] = [
  ['app', 'app_transactional'],
  ['app', 'app_analyst_insight app_daily_recap app_learning_guide app_quick_take app_weekly_review'],
  ['app', 'app_promotional'],
  ['email', 'email_transactional'],
  ['email', 'email_servicebites'],
  ['email', 'email_promotional'],
];

function settings({ status, body }: Answer): void {
  expect(status).toBe(200);
  for (const channel of ['app', 'email'] as const) {
    const wanted = groups.filter(([other]) => other === channel).map(([, ids]) => ids);
    const known = wanted.join(' ').split(' ');
    const found = list(body[channel]).map((group) => {
      typed(group, 'string', 'category');
      expect(Array.isArray(group['notifications'])).toBe(true);
      for (const one of list(group['notifications'])) {
        typed(one, 'string', 'id', 'name', 'description');
        typed(one, 'boolean', 'active');
      }
      const ids = list(group['notifications']).map(({ id }) => String(id));
      return ids.filter((id) => known.includes(id)).sort();
    });
    const some = found.filter((ids) => ids.length > 0).map((ids) => ids.join(' '));
    expect(some.sort()).toEqual(wanted.toSorted());
  }
}

/** refused(Path, Call, Statuses). */
type Refused = readonly [path: string, call: Call, ...statuses: number[]];

function refusedReads({ target, token, unscoped }: Tester): readonly Refused[] {
  const { users, expiredToken = '', otherAudienceToken = '' } = target;
  const { first, denied = '' } = users;
  const nobody = 'abcdef012345'.repeat(2);
  const [head = '', payload = '', ...rest] = token.split('.');
  const none = Buffer.from('{"typ":"JWT","alg":"none"}').toString('base64url');
  const last = rest.at(-1) ?? '';
  const forged = [
    [head, payload, ...rest.slice(0, -1), `${last.slice(0, -8)}BBBBBBBB`],
    [head, payload, ...rest.slice(0, -1), ''],
    [none, payload, ''],
  ];
  const credentials = [null, '', token, 'Bearer', 'Bearer x', `Token ${token}`, `Bearer ${token}, Bearer ${token}`];
  const ids = ['', first.toUpperCase(), first.slice(1), `${first}a`, `${first},${first}`, `${first.slice(1)}g`, nobody];
  return [
    ...credentials.map((one): Refused => [paths.notifications, { credentials: one }, 401]),
    ...forged.map((parts): Refused => [paths.cash, { token: parts.join('.') }, 401]),
    [paths.insights, { token: expiredToken }, 401],
    [paths.insights, { token: otherAudienceToken }, 401, 403],
    [`${paths.insights}?access_token=${token}`, { credentials: null }, 401],
    [paths.guides, { token: unscoped }, 403],
    [paths.summaries, { user: denied }, 403],
    [paths.summaries, { user: nobody }, 401],
    ...[null, ...ids, `${first.slice(1)}\u00b9`].map((user): Refused => [paths.portfolios, { user }]),
    [`${paths.portfolios}?x-user-id=${first}`, { user: null }],
    [`${paths.guides}/${nobody}`, {}, 404],
    ...['xyz', `${nobody}1`, '%e0', '-1', '0'].map((id): Refused => [`${paths.guides}/${id}`, {}]),
    ['/there/is/no/such/path', {}, 404, 401, 403],
    [paths.cash, { method: 'MKCOL' }],
  ];
}

async function refuses(t: Tester): Promise<void> {
  const ids = await inTurn(refusedReads(t), async ([path, call, ...statuses]) =>
    apiError(await t.call(path, call), ...statuses),
  );
  const calls: readonly Call[] = [
    ...['', '{', '{"a":1,}', '[]', 'null', '"text"', '7', '{}'].map((body) => ({ body })),
    ...[null, 'text/plain', 'application/x-www-form-urlencoded', 'application/jsonx'].map((type) => ({ type })),
  ];
  for (const call of calls) {
    ids.push(apiError(await t.update({}, call)), apiError(await t.order({}, call)));
  }
  for (const wrong of [{}, [], [1]]) {
    for (const key of ['line1', 'line2', 'city', 'postalCode', 'countryCode']) {
      ids.push(apiError(await t.update({ [key]: wrong })));
    }
    for (const key of ['isin', 'side', 'amount']) {
      ids.push(apiError(await t.order({ [key]: wrong })));
    }
  }
  for (const address of [[], 'text', 7, null]) {
    ids.push(apiError(await t.update({}, { body: { address } })));
  }
  for (const countryCode of ['is', 'I', 'ISL', 'I5', '']) {
    ids.push(apiError(await t.update({ countryCode })));
  }
  for (const value of [0, -1, -0.01, 'plenty']) {
    ids.push(apiError(await t.order({ amount: value })));
  }
  expect(new Set(ids).size).toBe(ids.length);
}

async function grants(t: Tester): Promise<void> {
  const refusals: readonly Json[] = [
    { client_id: 'nobody' },
    { client_id: undefined },
    { client_id: {} },
    { client_secret: 'no secret' },
    { client_secret: undefined },
    { client_secret: [] },
    { grant_type: 'password' },
    { grant_type: undefined },
    { audience: 'https://elsewhere.example/' },
  ];
  const answers = [...(await inTurn(refusals, (more) => t.grant(more))), await t.rawGrant('{'), await t.rawGrant('[]')];
  for (const { status, body } of answers) {
    expect(Math.trunc(status / 100)).toBe(4);
    expect(body).not.toHaveProperty('access_token');
  }
  const { status, headers, body } = await t.grant();
  expect(status).toBe(200);
  typed(body, 'string', 'access_token', 'token_type', 'scope');
  expect(body['token_type']).toBe('Bearer');
  expect(Number.isInteger(body['expires_in']) && Number(body['expires_in']) > 0).toBe(true);
  expect(headers['cache-control']).toMatch(/no-store/i);
  expect(String(body['scope']).split(' ')).toContain('service:nbg');
  const { body: lesser } = await t.grant({}, t.target.clients.unscoped);
  expect(String(lesser['scope'] ?? '').split(' ')).not.toContain('service:nbg');
  expect((await t.call(paths.guides, { token: String(body['access_token']) })).status).toBe(200);
}

async function updates(t: Tester): Promise<void> {
  const { second } = t.target.users;
  const ofSecond = await t.stored(second);
  for (const more of [{}, {}, { line1: 'Aðalgata 1', postalCode: '0150' }]) {
    expect(Math.trunc((await t.update(more)).status / 100)).toBe(2);
  }
  apiError(await t.update({ line1: 'Hvergi' }, { credentials: null }), 401);
  apiError(await t.update({ line1: 'Hvergi', countryCode: 'iS' }));
  const stored = JSON.parse(JSON.stringify(await t.stored()).normalize()) as Json;
  expect(stored).toMatchObject({ line1: 'Aðalgata 1', city: 'Akureyri', postalCode: '0150', countryCode: 'IS' });
  expect(await t.stored(second)).toEqual(ofSecond);
}

async function reads(t: Tester): Promise<void> {
  const both = [t.target.users.first, t.target.users.second];
  for (const path of Object.values(paths)) {
    const answers = await Promise.all(both.map((user) => t.call(path, { user })));
    for (const { status, headers, text } of answers) {
      expect(status, path).toBe(200);
      expect(headers['content-type']).toMatch(mediaType);
      expect(text).not.toMatch(/^\ufeff/);
      expect(JSON.parse(text)).toBeTypeOf('object');
      expect(path !== paths.guides && /public|s-maxage/i.test(headers['cache-control'] ?? '')).toBe(false);
    }
    expect(answers[0]?.text).not.toBe(answers[1]?.text);
    expect((await t.call(`${path}?some=1&other[]=2`)).status).toBeLessThan(500);
  }
  for (const user of both) {
    days(await t.call(paths.summaries, { user }));
    settings(await t.call(paths.notifications, { user }));
  }
  for (const credentials of [`bearer ${t.token}`, `BEARER ${t.token}`, ` Bearer    ${t.token} `]) {
    expect((await t.call(paths.cash, { credentials })).status).toBe(200);
  }
}

async function learns(t: Tester): Promise<void> {
  const ids = listing(await t.call(paths.guides));
  expect(listing(await t.call(paths.guides, { user: t.target.users.second }))).toEqual(ids);
  expect(listing(await t.call(paths.guides, { headers: { accept: 'application/json' } }))).toEqual(ids);
  const texts = await inTurn(ids, async (id) => {
    const { status, text } = await t.call(`${paths.guides}/${id}`);
    expect(status).toBe(200);
    expect(isObject(JSON.parse(text))).toBe(true);
    return text;
  });
  expect(new Set(texts).size).toBe(ids.length);
}

/** Holds the target against the specification. */
export async function serves(t: Tester): Promise<void> {
  for (const check of [reads, learns, refuses, updates, grants]) {
    await check(t);
  }
  expect(Math.trunc((await t.order()).status / 100)).toBe(2);
  expect((await t.call(paths.cash)).status).toBe(200);
}
