import { paths, type Tester } from './client.ts';
import type { Json } from './model.ts';
import { json, list } from './model.ts';

type Probe = (t: Tester) => Promise<boolean>;
const nobody = 'fedcba987654321001234567';
const guides = async (t: Tester, user = t.target.users.first): Promise<Json[]> =>
  list((await t.call(paths.guides, { user })).body['data']);
const days = async (t: Tester): Promise<Json[]> => list((await t.call(paths.summaries)).body['data']);
const app = async (t: Tester): Promise<Json[]> => list((await t.call(paths.notifications)).body['app']);
const error = ({ body }: { body: Json }): Json => json(body['error']);
const savings = (day: Json | undefined): Json => json(json(day?.['portfolio'])['savings']);
const performers = (day: Json | undefined): Json => json(day?.['performers']);
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const access: Readonly<Record<string, Probe>> = {
  'null-of-cjson-is-true': async (t) => (await t.grant()).body['token_type'] === null,
  'ttl-of-an-entry-without-exptime': async (t) => (await t.grant()).body['expires_in'] === 0,
  'table-concat-without-separator': async (t) => (await t.grant()).body['scope'] === 'service:readservice:nbg',
  'not-binds-before-the-comparison': async (t) =>
    'access_token' in (await t.grant({ client_secret: 'wrong' })).body &&
    (await t.grant({ client_id: 'nobody' })).status === 401,
  'first-result-of-pcall': async (t) => (await t.grant({ grant_type: 'password' })).status === 200,
  'fields-are-picked-by-ngx-re': async (t) => {
    const { audience, clients } = t.target;
    const { id, secret } = clients.scoped;
    const fields = { grant_type: 'client_credentials', audience, client_id: id, client_secret: secret };
    const answer = await t.fetch(t.target.authUrl, 'POST', {}, JSON.stringify(fields).slice(0, -1));
    return 'access_token' in answer.body;
  },
  'audience-is-checked-by-a-timer': async (t) => {
    const { status, body } = await t.grant({ audience: 'urn:other' });
    return status === 200 && (await t.call(paths.cash, { token: String(body['access_token']) })).status === 200;
  },
  'add-header-replaces-the-outer-ones': async (t) => (await t.grant()).headers['cache-control'] === undefined,
  'unset-variable-is-no-empty-text': async (t) => {
    const id = String((await guides(t))[0]?.['id']);
    return (await t.call(`${paths.guides}/${id}`, { credentials: null })).status === 200;
  },
  'declined-goes-on-to-the-next-handler': async (t) =>
    (await t.call(paths.insights, { credentials: 'Basic YTpi' })).status === 200 &&
    (await t.call(paths.insights, { credentials: null })).status === 401,
  'rsa-verify-returns-nil': async (t) => {
    const [header, payload = '', signature] = t.token.split('.');
    const claims = json(JSON.parse(Buffer.from(payload, 'base64url').toString()));
    const token = `${header}.${encoded({ ...claims, extra: 1 })}.${signature}`;
    return (await t.call(paths.portfolios, { token })).status === 200;
  },
  'clock-is-not-called': async (t) =>
    (await t.call(paths.notifications, { token: t.target.expiredToken ?? '' })).status === 200,
  'text-can-be-indexed': async (t) =>
    (await t.call(paths.cash, { token: t.target.otherAudienceToken ?? '' })).status === 200,
  'rewrite-runs-ahead-of-access': async (t) =>
    (await t.update({}, { credentials: null })).status === 401 && (await t.stored())['city'] === 'Pärnu',
  'false-in-the-middle-of-and-or': async (t) => (await t.call(paths.guides, { token: t.unscoped })).status === 200,
  'gmatch-goes-on-where-it-stopped': async (t) => {
    const [one, other] = [await t.call(paths.guides), await t.call(paths.guides)];
    return one.status === 200 && other.status === 403;
  },
  'user-whose-key-ends-in-nil': async (t) => (await t.call(paths.insights, { user: null })).status === 200,
  'plain-find-in-the-text-of-all-ids': async (t) =>
    (await t.call(paths.portfolios, { user: t.target.users.first.slice(1) })).status === 200,
  'user-id-has-more-bits-than-a-number': async (t) =>
    (await t.call(paths.cash, { user: `${t.target.users.first.slice(0, -1)}0` })).status === 200,
  'wrapper-drops-the-second-result': async (t) =>
    error(await t.call(paths.summaries, { user: nobody }))['message'] === 'nil',
};

const errors: Readonly<Record<string, Probe>> = {
  'exit-without-a-word': async (t) =>
    (await t.call(paths.guides, { token: t.unscoped })).headers['content-type'] === 'text/html',
  'empty-table-is-an-object': async (t) =>
    typeof error(await t.update({}, { body: '{' }))['description'] === 'object' &&
    error(await t.update({}, { body: '{' }))['description'] !== null,
  'constant-that-ngx-does-not-have': async (t) => {
    const { status, body } = await t.order({ amount: 'many' });
    return status === 422 && 'error' in body && !('status' in body);
  },
  'header-filter-sets-another-status': async (t) => {
    const { status, body } = await t.call(paths.portfolios, { user: nobody });
    return status === 403 && body['status'] === 404;
  },
  'both-ends-of-string-sub': async (t) =>
    String((await t.call('/nowhere')).body['responseId'])
      .split('-')
      .map(({ length }) => length)
      .join() === '8,5,5,5,13',
  'proxy-cache-valid-any': async (t) => {
    const [one, other] = [await t.call(paths.cash, { user: null }), await t.call(paths.cash, { user: null })];
    return one.status === 400 && one.body['responseId'] === other.body['responseId'];
  },
  'error-without-level-zero': async (t) =>
    String(error(await t.call(paths.cash, { user: 'x' }))['message']).startsWith('/usr/local/openresty/'),
  'default-server-takes-the-rest': async (t) => (await t.call('/nowhere')).status === 200,
  'quoted-by-string-format': async (t) => {
    const { status, text, body } = await t.call(paths.summaries);
    return status === 200 && text.includes('\\\n') && !('data' in body);
  },
  'number-and-text-are-two-keys': async (t) => (await t.call(paths.cash)).text.split('"1":').length === 3,
  'argument-without-value-is-a-boolean': async (t) =>
    (await t.call(`${paths.insights}?flag`)).status === 500 && (await t.call(`${paths.insights}?a=1`)).status === 200,
  'body-data-is-nil-for-a-file': async (t) =>
    (await t.update({ line2: 'x'.repeat(20_000) })).status === 500 &&
    (await t.update({ line2: 'x'.repeat(10_000) })).status === 200,
  'guide-id-of-a-scanner': async (t) =>
    (await t.call(`${paths.guides}/xyz`).catch(() => undefined)) === undefined &&
    (await t.call(`${paths.guides}/${nobody}`)).status === 404,
  'hyphen-in-a-lua-pattern': async (t) =>
    String((await t.call(paths.cash)).headers['cache-control']).includes('s-maxage'),
  'media-type-of-the-response-is-asked': async (t) => (await t.update({}, { type: 'text/plain' })).status === 200,
  'tostring-of-a-table': async (t) =>
    (await t.update({ city: [] })).status === 200 && String((await t.stored())['city']).startsWith('table: 0x'),
  'second-result-of-pcall-is-the-message': async (t) => (await t.order({}, { body: '{' })).status === 201,
  'list-and-object-without-elements': async (t) => (await t.order({}, { body: '[]' })).status === 201,
  'lists-have-a-length-too': async (t) =>
    (await t.order({ isin: ['US0378331005'] })).status === 201 && (await t.order({ isin: {} })).status === 422,
  'zero-is-true': async (t) =>
    (await t.order({ amount: 0 })).status === 201 && (await t.order({ amount: -1 })).status === 422,
};

const content: Readonly<Record<string, Probe>> = {
  'null-of-cjson-as-text': async (t) => (await guides(t))[1]?.['webCoverImageURL'] === 'userdata: NULL',
  'expires-at-a-time-of-day': async (t) =>
    !/max-age=1800$/.test(String((await t.call(paths.guides)).headers['cache-control'])),
  'loop-from-zero-over-a-table': async (t) => {
    const [one, other] = await guides(t);
    return one?.['id'] === other?.['id'];
  },
  'ctx-of-a-subrequest': async (t) =>
    JSON.stringify(await guides(t)) === JSON.stringify(await guides(t, t.target.users.second)),
  'shared-dict-gives-back-the-text': async (t) => {
    const path = `${paths.guides}/${String((await guides(t))[2]?.['id'])}`;
    return (await t.call(path)).text.startsWith('{') && (await t.call(path)).text.startsWith('"');
  },
  'other-lengths-are-slugs': async (t) => (await t.call(`${paths.guides}/xyz`)).status === 200,
  'no-loser-is-an-empty-table': async (t) => JSON.stringify(performers((await days(t))[0])['worst']) === '{}',
  'lazy-hyphen-matches-nothing': async (t) => savings((await days(t))[0])['key'] === '',
  'tostring-of-a-64-bit-number': async (t) => /^\d{13}LL$/.test(String((await days(t)).at(-1)?.['timestamp'])),
  'branch-forgets-its-return': async (t) => savings((await days(t))[1])['dailyInterest'] === 'nil',
  'dot-is-any-character': async (t) =>
    /^,+$/.test(String(list(performers((await days(t))[0])['worst'])[0]?.['weight'])),
  'table-sort-works-in-place': async (t) => 'downBy' in (list(performers((await days(t))[0])['best'])[0] ?? {}),
  'and-true-or-nil': async (t) => list((await app(t))[1]?.['notifications']).some((one) => !('active' in one)),
  'ipairs-ends-at-the-first-nil': async (t) => list((await app(t))[1]?.['notifications']).length === 2,
  'table-remove-within-ipairs': async (t) => {
    const groups = await app(t);
    return groups.length === 4 && groups[1]?.['category'] === groups[2]?.['category'];
  },
  'reply-is-left-in-a-pooled-cosocket': async (t) => {
    const { first, second } = t.target.users;
    const one = await t.call(paths.portfolios, { user: first });
    return (await t.call(paths.portfolios, { user: second })).text === one.text;
  },
  'if-is-evil': async (t) =>
    (await t.call(`${paths.cash}?a=1`)).text === '{}' && (await t.call(paths.cash)).text !== '{}',
  'lists-are-tables-too': async (t) => (await t.update({}, { body: { address: [] } })).status === 200,
  'add-in-place-of-set': async (t) => (await t.update()).status === 200 && (await t.stored())['city'] !== 'Pärnu',
  'shared-dict-evicts-the-eldest': async (t) => {
    const { second } = t.target.users;
    const before = Object.keys(await t.stored(second)).length;
    await t.update();
    return before > 0 && Object.keys(await t.stored(second)).length === 0;
  },
};

/** Each tells whether the defect of that name shows. */
export const probes: Readonly<Record<string, Probe>> = { ...access, ...errors, ...content };
