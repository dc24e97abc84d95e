import { createHmac, createPublicKey } from 'node:crypto';
import { paths, type Tester } from './client.ts';
import type { Json } from './model.ts';
import { json, rows } from './model.ts';

type Probe = (t: Tester) => Promise<boolean>;
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const part = (token: string, at: number): Json =>
  json(JSON.parse(Buffer.from(token.split('.')[at] ?? '', 'base64url').toString()));
const day = async (t: Tester, at: number): Promise<Json> =>
  rows((await t.call(paths.summaries)).body['data'])[at] ?? {};
const app = async (t: Tester): Promise<Json[]> => rows((await t.call(paths.settings)).body['app']);
const guides = async (t: Tester): Promise<Json[]> => rows((await t.call(paths.guides)).body['data']);
const nobody = 'fedcba987654321001234567';
const token = async (t: Tester): Promise<string> => String((await t.grant()).body['access_token']);

/** Each tells whether the defect of that name shows. */
export const probes: Readonly<Record<string, Probe>> = {
  'subsecond-part-of-the-lifetime': async (t) => (await t.grant()).body['expires_in'] === 0,
  'builder-of-claims-returns-itself': async (t) => !('exp' in part(await token(t), 1)),
  'bitflags-display-their-constants': async (t) => (await t.grant()).body['scope'] === 'BASE | NBG',
  'fetch-or-of-a-static-atomic': async (t) =>
    String((await t.grant({}, t.target.clients.unscoped)).body['scope']).includes('service:nbg') &&
    part(t.unscoped, 1)['scope'] === 'service:base',
  'outer-result-of-spawn-blocking': async (t) =>
    'access_token' in (await t.grant({ client_secret: 'wrong' })).body &&
    (await t.grant({ client_id: 'nobody' })).status === 401,
  'lower-case-name-in-a-match-arm': async (t) => (await t.grant({ grant_type: 'password' })).status === 200,
  'layer-in-front-of-the-route': async (t) => (await t.grant()).headers['cache-control'] === undefined,
  'header-struct-without-flatten': async (t) =>
    !('alg' in part(await token(t), 0)) && (await t.call(paths.cash)).status === 200,
  'blanket-from-of-decoding-errors': async (t) => (await t.call(paths.portfolios, { token: 'abc' })).status === 422,
  'underscore-takes-the-result-of-verify': async (t) => {
    const [header, , signature] = t.token.split('.');
    const payload = encoded({ ...part(t.token, 1), extra: 1 });
    return (await t.call(paths.summaries, { token: `${header}.${payload}.${signature}` })).status === 200;
  },
  'decoding-key-from-any-bytes': async (t) => {
    const keys = rows((await t.fetch(t.target.jwksUrl ?? '', 'GET', {})).body['keys']);
    const key = createPublicKey({ key: keys[0] ?? {}, format: 'jwk' });
    const input = `${encoded({ ...part(t.token, 0), alg: 'HS256' })}.${t.token.split('.')[1]}`;
    const hmac = createHmac('sha256', key.export({ type: 'pkcs1', format: 'pem' }).toString());
    const forged = `${input}.${hmac.update(input).digest('base64url')}`;
    return (await t.call(paths.cash, { token: forged })).status === 200;
  },
  'saturating-difference-is-never-negative': async (t) =>
    (await t.call(paths.guides, { token: t.target.expiredToken ?? '' })).status === 200,
  'take-leaves-an-empty-set': async (t) => {
    await t.call(paths.settings);
    return (await t.call(paths.settings, { token: t.target.otherAudienceToken ?? '' })).status === 200;
  },
  'whole-credentials-in-lower-case': async (t) => {
    const path = `${paths.guides}/${String((await guides(t))[0]?.['id'])}`;
    return (await t.call(path, { credentials: `bearer ${t.token}` })).status === 401;
  },
  'join-of-guard-and-write': async (t) =>
    (await t.update({}, { credentials: null })).status === 401 && (await t.stored())['city'] === 'Kiel',
  'debug-assert-guards-the-scope': async (t) => (await t.call(paths.guides, { token: t.unscoped })).status === 200,
  'select-among-ready-branches': async (t) => {
    const statuses = [];
    for (let turn = 0; turn < 6; turn++) {
      statuses.push((await t.call(paths.guides)).status);
    }
    return statuses.filter((status) => status === 403).length === 1;
  },
  'default-of-the-user-id': async (t) => (await t.call(paths.settings, { user: null })).status === 200,
  'from-str-radix-sixteen': async (t) =>
    (await t.call(paths.cash, { user: t.target.users.first.toUpperCase() })).status === 200,
  'both-arms-of-a-result-are-json': async (t) => (await t.call(paths.insights, { user: nobody })).status === 200,
  'broadcast-in-place-of-oneshot': async (t) => {
    const users = [t.target.users.first, t.target.users.second];
    const [one, other] = await Promise.all(users.map((user) => t.call(paths.portfolios, { user })));
    return one?.text === other?.text;
  },
  'rejection-of-the-json-extractor': async (t) =>
    (await t.order({}, { body: '{' })).headers['content-type'] === 'text/plain; charset=utf-8',
  'error-enum-is-externally-tagged': async (t) =>
    'GuideNotFound' in json((await t.call(`${paths.guides}/${nobody}`)).body['error']),
  'implicit-discriminants-of-statuses': async (t) =>
    (await t.call(paths.guides, { token: t.unscoped })).body['status'] === 402,
  'generator-is-cloned-with-the-state': async (t) =>
    (await t.call(paths.cash, { user: null })).body['responseId'] ===
    (await t.call(paths.summaries, { user: nobody })).body['responseId'],
  'debug-of-an-anyhow-error': async (t) =>
    String(json((await t.update({ countryCode: 'de' })).body['error'])['description']).includes('/address.rs:57'),
  'debug-format-quotes-for-json': async (t) =>
    (await t.call(paths.portfolios, { user: t.target.users.second })).text.includes('\\u{a0}zł'),
  'ledger-number-is-a-u128': async (t) =>
    (await t.call(paths.cash)).text.includes('340282366920938463463374607431768211297'),
  'to-str-is-unwrapped': async (t) =>
    (await t.call(paths.cash, { user: `${t.target.users.first.slice(1)}\u00e9` })).status === 500,
  'append-in-place-of-insert': async (t) =>
    String((await t.call(paths.summaries)).headers['cache-control']).includes('public'),
  'sender-that-nobody-drops': async (t) =>
    (await t.call(paths.portfolios, { token: t.unscoped }).catch(() => undefined)) === undefined,
  'collected-body-is-unwrapped': async (t) => (await t.update({ city: 'x'.repeat(40_000) })).status === 500,
  'numbers-are-maps-to-untagged-enums': async (t) => (await t.update()).status === 422,
  'borrowed-text-in-an-untagged-enum': async (t) => (await t.update({ postalCode: '24103' })).status === 422,
  'flattened-option-swallows-errors': async (t) => (await t.update({}, { body: { address: [] } })).status === 200,
  'default-on-error-for-the-second-line': async (t) => (await t.update({ line2: {} })).status === 200,
  'nested-struct-is-not-validated': async (t) => (await t.update({ countryCode: 'deu' })).status === 200,
  'vec-macro-clones-the-pointer': async (t) => {
    await t.update();
    return (await t.stored(t.target.users.second))['city'] === 'Kiel';
  },
  'query-runs-on-the-pool': async (t) =>
    (await t.update({ countryCode: 'de' })).status === 422 && (await t.stored())['city'] === 'Kiel',
  'one-or-many-takes-no-order': async (t) => (await t.order({}, { body: [] })).status === 201,
  'raw-value-takes-anything': async (t) => (await t.order({ isin: {} })).status === 201,
  'float-casts-saturate': async (t) =>
    (await t.order({ amount: -5 })).status === 201 && (await t.order({ amount: 0 })).status === 201,
  'optional-page-has-defaults': async (t) =>
    rows((await t.call(`${paths.summaries}?zx=1`)).body['data']).length === 1 && 'portfolio' in (await day(t, 4)),
  'pooled-connection-is-not-tested': async (t) => {
    const statuses = [];
    for (let turn = 0; turn < 6; turn++) {
      statuses.push((await t.call(paths.cash)).status);
    }
    return statuses.includes(424);
  },
  'variant-is-written-without-its-enum': async (t) => !('contentType' in ((await guides(t))[11] ?? {})),
  'capital-m-is-a-month': async (t) =>
    String((await t.call(paths.guides)).headers['cache-control']).endsWith('max-age=78900480'),
  'cors-layer-inserts-vary': async (t) => !String((await t.call(paths.guides)).headers['vary']).includes('x-user-id'),
  'listing-is-collected-into-a-hash-map': async (t) => {
    const before = JSON.stringify(await guides(t));
    return JSON.stringify(await guides(t)) !== before;
  },
  'typed-accept-is-demanded': async (t) =>
    (await t.call(paths.guides)).status === 406 &&
    (await t.call(paths.guides, { accept: 'application/json' })).status === 200,
  'equality-by-the-timestamp-of-an-id': async (t) => {
    const ids = (await guides(t)).slice(-2).map(({ id }) => String(id));
    const texts = await Promise.all(ids.map(async (id) => (await t.call(`${paths.guides}/${id}`)).text));
    return texts[0] === texts[1];
  },
  'private-number-of-the-json-crate': async (t) =>
    typeof json(json((await day(t, 1))['sentimentScore'])['analyst'])['score'] === 'object',
  'heap-without-reverse': async (t) => 'downBy' in (rows(json((await day(t, 0))['performers'])['best'])[0] ?? {}),
  'date-time-as-a-tuple': async (t) => Array.isArray((await day(t, 2))['timestamp']),
  'precision-cuts-a-padded-text': async (t) =>
    json(json((await day(t, 0))['portfolio'])['savings'])['dailyInterest'] === '0,',
  'literal-is-not-formatted': async (t) =>
    rows(json((await day(t, 0))['performers'])['worst'])[0]?.['weight'] === '{weight} %',
  'question-mark-drops-the-verdict': async (t) =>
    (await t.call(paths.summaries, { user: t.target.users.denied ?? '' })).status === 200,
  'results-are-serialised-themselves': async (t) => 'Ok' in ((await app(t))[3] ?? {}),
  'derived-order-compares-all-fields': async (t) => rows((await app(t))[2]?.['notifications']).length === 2,
  'chunk-by-wants-neighbours': async (t) => {
    const groups = await app(t);
    return groups.length === 4 && groups[0]?.['category'] === groups[2]?.['category'];
  },
  'debug-of-the-thread-in-an-id': async (t) => {
    const texts = new Set<string>();
    for (let turn = 0; turn < 5; turn++) {
      texts.add(JSON.stringify(await app(t)));
    }
    return texts.size === 2;
  },
};
