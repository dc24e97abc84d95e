import { expect } from 'vitest';
import type { Answer, Tester } from './client.ts';
import { paths } from './client.ts';
import type { Json } from './model.ts';
import { isObject, json, list } from './model.ts';

const uuid = /^[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}$/i;
const texts = (one: Json, ...names: string[]): void => {
  for (const name of names) {
    expect(one[name], name).toBeTypeOf('string');
  }
};
const numbers = (one: Json, ...names: string[]): void => {
  for (const name of names) {
    expect(one[name], name).toBeTypeOf('number');
  }
};
/** One answer after the other. */
export async function inTurn<A, B>(all: readonly A[], then: (one: A) => Promise<B>): Promise<B[]> {
  const answers: B[] = [];
  for (const one of all) {
    answers.push(await then(one));
  }
  return answers;
}

function refused({ status, body, headers }: Answer, ...statuses: number[]): unknown {
  if (statuses.length > 0) {
    expect(statuses).toContain(status);
  }
  expect(status >= 400 && status < 500, String(status)).toBe(true);
  expect(body['status']).toBe(status);
  expect(json(body['error'])['message']).toMatch(/\S/);
  expect(['string', 'object', 'undefined']).toContain(typeof json(body['error'])['description']);
  expect(isObject(json(body['error'])['description'])).toBe(false);
  expect(body['responseId']).toMatch(uuid);
  expect(headers['content-type']).toMatch(/^application\/(?:[\w.+-]+\+)?json *(?:;|$)/i);
  expect(status !== 401 || headers['www-authenticate'] !== undefined).toBe(true);
  expect(headers['cache-control'] ?? 'no-store').not.toMatch(/max-age=1800/);
  return body['responseId'];
}

function catalogue(answer: Answer): string[] {
  expect(answer.status).toBe(200);
  const guides = list(answer.body['data']);
  expect(guides.length).toBe(12);
  for (const guide of guides) {
    texts(guide, 'key', 'id', 'title', 'description', 'slug', 'contentType');
    expect(guide['id']).toMatch(/^[a-f0-9]{24}$/);
    expect(guide['chapterCount']).toSatisfy(Number.isInteger);
    for (const name of ['guideIconURL', 'mobileCoverImageURL', 'webCoverImageURL']) {
      expect(guide[name] ?? 'https://none.example').toMatch(/^[a-z][a-z0-9+.-]*:/i);
    }
  }
  const { 'cache-control': cache = '', expires = '', date = '', vary = '' } = answer.headers;
  const age = /(?:s-maxage|max-age)="?(\d+)/i.exec(cache)?.[1];
  const lifetime = age === undefined ? (Date.parse(expires) - Date.parse(date)) / 1000 : Number(age);
  expect([1799, 1800, 1801]).toContain(lifetime);
  expect(vary.toLowerCase()).toMatch(/x-user-id|\*/);
  return guides.map(({ id }) => String(id));
}

function snapshots({ status, body }: Answer): void {
  expect(status).toBe(200);
  numbers(json(body['maxValueDifferences']), 'cash', 'savings', 'holdings', 'total');
  for (const one of list(body['data'])) {
    texts(one, 'chartLabel');
    expect(String(one['timestamp'])).toMatch(/^\d{13}$/);
    const portfolio = json(one['portfolio']);
    for (const name of ['cash', 'savings', 'holdings', 'total']) {
      const member = json(portfolio[name]);
      expect(member['key']).toBe(name);
      texts(member, 'displayValue');
      numbers(member, 'value');
      expect(member['displayValue']).toMatch(/\p{Nd}/u);
      expect(member['displayValue']).toMatch(/[\p{Sc}\p{L}]/u);
    }
    texts(json(portfolio['savings']), 'unrealisedMonthlyInterest', 'dailyInterest');
    texts(json(portfolio['holdings']), 'upBy');
    texts(json(portfolio['total']), 'upBy');
    for (const name of ['total', 'news', 'analyst', 'priceMomentum']) {
      numbers(json(json(one['sentimentScore'])[name]), 'score');
      texts(json(json(one['sentimentScore'])[name]), 'label');
    }
    for (const [name, wrong] of [
      ['all', ''],
      ['best', 'downBy'],
      ['worst', 'upBy'],
    ] as const) {
      for (const performer of list(json(one['performers'])[name])) {
        texts(performer, 'assetId', 'value', 'weight');
        expect(performer['weight']).toMatch(/[%٪﹪%]/);
        expect('upBy' in performer && 'downBy' in performer).toBe(false);
        expect(wrong in performer).toBe(false);
      }
    }
  }
  expect(list(body['data']).length).toBeGreaterThan(0);
}

const known = {
  app: [
    ['app_transactional'],
    ['app_learning_guide', 'app_analyst_insight', 'app_quick_take', 'app_daily_recap', 'app_weekly_review'],
    ['app_promotional'],
  ],
  email: [['email_transactional'], ['email_servicebites'], ['email_promotional']],
};
function settings({ status, body }: Answer): void {
  expect(status).toBe(200);
  for (const [channel, groups] of Object.entries(known)) {
    const found = list(body[channel]).map((group) => {
      texts(group, 'category');
      return list(group['notifications']).map((one) => {
        texts(one, 'id', 'name', 'description');
        expect(one['active']).toBeTypeOf('boolean');
        return String(one['id']);
      });
    });
    const ours = found
      .map((ids) => ids.filter((id) => groups.flat().includes(id)).sort())
      .filter(({ length }) => length > 0);
    expect(ours.map(String).sort()).toEqual(groups.map((ids) => String([...ids].sort())).sort());
  }
}

async function refusals(t: Tester): Promise<void> {
  const { first, denied } = t.target.users;
  const [header, payload, signature] = t.token.split('.');
  const nobody = '0'.repeat(24);
  const ids = [
    refused(await t.call(paths.cash, { credentials: null }), 401),
    refused(await t.call(paths.cash, { credentials: t.token }), 401),
    refused(await t.call(`${paths.cash}?access_token=${t.token}`, { credentials: null }), 401),
    refused(await t.call(paths.cash, { token: `${header}.${payload}.${signature?.slice(0, -8)}AAAAAAAA` }), 401),
    refused(await t.call(paths.cash, { token: `${header}.${payload}.` }), 401),
    refused(await t.call(paths.cash, { token: t.target.expiredToken ?? '' }), 401),
    refused(await t.call(paths.cash, { token: t.target.otherAudienceToken ?? '' }), 401, 403),
    refused(await t.call(paths.guides, { token: t.unscoped }), 403),
    refused(await t.call(paths.summaries, { user: denied ?? '' }), 403),
    refused(await t.call(paths.cash, { user: null })),
    refused(await t.call(`${paths.cash}?x-user-id=${first}`, { user: null })),
    refused(await t.call(paths.cash, { user: first.toUpperCase() })),
    refused(await t.call(paths.cash, { user: first.slice(1) })),
    refused(await t.call(paths.cash, { user: `${first}, ${first}` })),
    refused(await t.call(paths.cash, { user: `${first.slice(1)}\u00e9` })),
    refused(await t.call(paths.summaries, { user: nobody }), 401),
    refused(await t.call(paths.portfolios, { user: nobody })),
    refused(await t.call(`${paths.guides}/${nobody}`), 404),
    refused(await t.call(`${paths.guides}/%zz`)),
    refused(await t.call(`${paths.guides}/${nobody}1`)),
    refused(await t.call('/nowhere'), 404, 401, 403),
    refused(await t.call(paths.cash, { method: 'PURGE' })),
    refused(await t.update({}, { body: '{' })),
    refused(await t.update({}, { type: 'text/plain' })),
    refused(await t.update({ city: [] })),
    refused(await t.update({ postalCode: {} })),
    refused(await t.update({ countryCode: 'ee' })),
    refused(await t.update({}, { body: { address: null } })),
    refused(await t.update({}, { body: '[]' })),
    refused(await t.order({ amount: -1 })),
    refused(await t.order({ amount: 0 })),
    refused(await t.order({ amount: 'many' })),
    refused(await t.order({ isin: [] })),
    refused(await t.order({ side: {} })),
    refused(await t.order({}, { body: '[]' })),
    refused(await t.order({}, { body: '' })),
    refused(await t.order({}, { type: 'text/json' })),
  ];
  expect(new Set(ids).size).toBe(ids.length);
}

async function grants(t: Tester): Promise<void> {
  for (const more of [
    { client_secret: 'no' },
    { client_id: 'nobody' },
    { client_id: {} },
    { client_secret: undefined },
    { grant_type: 'password' },
    { grant_type: undefined },
    { audience: 'urn:other' },
  ]) {
    const refusal = await t.grant(more);
    expect(refusal.status >= 400 && refusal.status < 500).toBe(true);
    expect(refusal.body).not.toHaveProperty('access_token');
  }
  const { status, body, headers } = await t.grant();
  expect([status, body['token_type']]).toEqual([200, 'Bearer']);
  expect(Number.isInteger(body['expires_in']) && Number(body['expires_in']) > 0).toBe(true);
  expect(String(headers['cache-control'])).toMatch(/no-store/i);
  expect(String(body['scope']).split(' ')).toContain('service:nbg');
  expect(String((await t.grant({}, t.target.clients.unscoped)).body['scope'] ?? '')).not.toMatch(/service:nbg/);
  expect((await t.call(paths.guides, { token: String(body['access_token']) })).status).toBe(200);
}

/** Holds the target against the specification. */
export async function serves(t: Tester): Promise<void> {
  const { first, second } = t.target.users;
  for (const path of Object.values(paths)) {
    const [one, other] = [await t.call(path, { user: first }), await t.call(path, { user: second })];
    expect([one.status, other.status], path).toEqual([200, 200]);
    expect(one.text).not.toBe(other.text);
    expect(one.headers['content-type']).toMatch(/^application\/(?:[\w.+-]+\+)?json *(?:;|$)/i);
    expect(() => JSON.parse(one.text) as unknown).not.toThrow();
    if (path !== paths.guides) {
      expect(one.headers['cache-control'] ?? '').not.toMatch(/public|s-maxage/i);
    }
    const odd = await t.call(`${path}?zq=1`);
    expect(odd.status < 500).toBe(true);
  }
  const ids = catalogue(await t.call(paths.guides, { accept: 'application/json' }));
  expect(catalogue(await t.call(paths.guides, { user: second }))).toEqual(ids);
  expect(catalogue(await t.call(paths.guides))).toEqual(ids);
  const full = await inTurn(ids, (id) => t.call(`${paths.guides}/${id}`));
  expect(full.map(({ status }) => status)).toEqual(ids.map(() => 200));
  expect(new Set(full.map(({ text }) => text)).size).toBe(ids.length);
  snapshots(await t.call(paths.summaries));
  snapshots(await t.call(paths.summaries, { user: second }));
  settings(await t.call(paths.notifications));
  settings(await t.call(paths.notifications, { user: second }));
  await refusals(t);
  for (const credentials of [`BEARER  ${t.token}`, `bearer ${t.token} `]) {
    expect((await t.call(paths.cash, { credentials })).status).toBe(200);
  }
  const before = await t.stored(second);
  expect((await t.update()).status).toBeLessThan(300);
  expect((await t.update({ line1: 'Vee 8', postalCode: '80-011' })).status).toBeLessThan(300);
  expect(await t.stored()).toMatchObject({ line1: 'Vee 8', city: 'Pärnu', countryCode: 'EE' });
  expect((await t.update({ line1: 'Hoov' }, { credentials: null })).status).toBe(401);
  expect((await t.update({ line1: 'Hoov', countryCode: 'e' })).status).toBeGreaterThanOrEqual(400);
  expect(await t.stored()).toMatchObject({ line1: 'Vee 8', postalCode: '80-011' });
  expect(await t.stored(second)).toEqual(before);
  expect((await t.order()).status).toBeLessThan(300);
  await grants(t);
  expect((await t.call(paths.cash)).status).toBe(200);
}
