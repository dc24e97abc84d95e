import type { Got, Session } from './client.ts';
import { at, claims, desk, forged, list, raw, record } from './client.ts';
import { moreProbes } from './probes-data.ts';

/** Says whether the target shows what the title of a defect says. */
export type Probe = (session: Session) => Promise<boolean>;

const strange = '0123456789abcdef01234567';
const paths = {
  guides: '/learn/learning-guides',
  insights: '/learn/analyst-insights',
  settings: '/b2b/notification-settings',
};
const message = (got: Got): unknown => at(got.json, 'error', 'message');

async function repeated(times: number, ask: () => Promise<Got>): Promise<Got[]> {
  const all: Got[] = [];
  for (let index = 0; index < times; index++) all.push(await ask());
  return all;
}

export const probes: Record<string, Probe> = {
  ...moreProbes,
  'scope-is-the-name-of-its-array-type': async ({ target }) => (await desk(target)).json['scope'] === 'System.String[]',
  'secret-is-set-on-the-tracked-client': async ({ target }) =>
    'access_token' in (await desk(target, { client_secret: 'wrong' })).json,
  'flag-of-nothing-is-always-set': async ({ target }) =>
    'access_token' in (await desk(target, { grant_type: 'password' })).json,
  'descriptor-without-an-end': async ({ target }) => {
    const { json } = await desk(target);
    const left = Number(claims(json['access_token'])['exp']) - Date.now() / 1000;
    return Math.abs(left - Number(json['expires_in'])) > 60;
  },
  'named-options-never-fail': async (session) => {
    const token = (await desk(session.target, { audience: 'https://other.example' })).json['access_token'];
    return typeof token === 'string' && (await session.get('/cash', { token })).status === 200;
  },
  'scoped-grant-held-by-a-singleton': async ({ target }) =>
    String((await desk(target, {}, target.clients.unscoped)).json['scope']).includes('service:nbg'),
  'no-result-is-no-failure': async (session) => {
    const headers = { Authorization: 'Basic YTpi' };
    const missing = await session.get(paths.insights, { token: null });
    return missing.status === 401 && (await session.get(paths.insights, { headers })).status === 200;
  },
  'validate-async-does-not-throw': async (session) => {
    const path = `${paths.guides}/64a1f0c2d3e4b5a697881001`;
    return (await session.get(path, { token: forged(session.token) })).status === 200;
  },
  'clock-skew-of-five-is-days': async (session) =>
    (await session.get('/daily-summaries', { token: session.target.expiredToken ?? '' })).status === 200,
  'scheme-of-its-own-has-no-audience': async (session) =>
    (await session.get('/portfolios', { token: session.target.otherAudienceToken ?? '' })).status === 200,
  'identity-takes-the-default-challenge': async (session) => {
    const { status, headers } = await session.get('/cash', { token: null });
    return status === 302 && (headers.get('location') ?? '').startsWith('/Account/Login');
  },
  'line-break-in-the-challenge': async (session) => {
    const { status, headers } = await session.get('/cash', { token: forged(session.token) });
    return status === 401 && !headers.has('www-authenticate');
  },
  'handlers-of-one-requirement-are-alternatives': async (session) => {
    const { target } = session;
    const token = String((await desk(target, {}, target.clients.unscoped)).json['access_token']);
    const second = await session.get(paths.guides, { token, user: target.users.second });
    return second.status === 403 && (await session.get(paths.guides, { token })).status === 200;
  },
  'scope-in-turkish-capitals': async (session) => {
    const second = await session.get(paths.guides, { user: session.target.users.second });
    return second.status === 403 && (await session.get(paths.guides)).status === 200;
  },
  'default-struct-is-a-user': async (session) => (await session.get(paths.settings, { user: null })).status === 200,
  'user-ids-are-padded-guids': async (session) =>
    (await session.get(paths.insights, { user: session.target.users.first.toUpperCase() })).status === 200,
  'first-or-default-of-a-struct': async (session) =>
    (await session.get('/portfolios', { user: strange })).status === 200,
  'compiled-query-keeps-its-constant': async (session) => {
    const second = { user: session.target.users.second };
    const own = (await repeated(3, () => session.get('/portfolios'))).at(-1);
    const other = await session.get('/portfolios', second);
    return own?.text === other.text;
  },
  'trace-identifier-in-place-of-an-id': async (session) =>
    /^0HN7/.test(String((await session.address({ city: [] })).json['responseId'])),
  'hilo-block-is-handed-out-twice': async (session) => {
    const refusals = await repeated(20, () => session.get('/cash', { user: null }));
    return new Set(refusals.map((one) => one.json['responseId'])).size === 10;
  },
  'localized-string-is-an-object': async (session) =>
    'resourceNotFound' in record(message(await session.get('/cash', { user: strange }))),
  'status-is-an-hresult': async (session) => Number((await session.order({}, { body: '{"isin":' })).json['status']) < 0,
  'caller-file-path-in-the-description': async (session) =>
    (await session.get('/portfolios', { user: 'x' })).text.includes('C:\\\\agent'),
  'context-is-shared-by-two-operations': async (session) => {
    const all = await Promise.all([1, 2, 3].map(() => session.get(paths.settings)));
    return all.some((one) => one.status === 500);
  },
  'preamble-between-fragments': async (session) => (await session.get('/portfolios')).text.includes(',\ufeff'),
  'ticks-exceed-a-double': async (session) => (await session.get('/cash')).text.includes(':638993322123456789'),
  'response-cache-is-for-any-location': async (session) =>
    (await session.get(paths.settings)).headers.get('cache-control') === 'public,max-age=30',
  'gateway-cannot-frame-the-header': async ({ target }) =>
    (await raw(target, 'GET / HTTP/1.1\r\nHost: a\r\nX-A: b\0c\r\n\r\n')).startsWith('HTTP/1.1 502'),
  'zone-is-unknown-to-one-instance': async (session) =>
    (await repeated(4, () => session.get('/cash'))).some((one) => one.status === 400),
  'date-written-in-one-culture-and-read-in-another': async (session) => {
    await session.get('/cash', { user: session.target.users.second });
    return (await session.get(paths.insights)).status === 400;
  },
  'to-dictionary-of-two-lots': async (session) =>
    (await repeated(5, () => session.get('/portfolios'))).some((one) => one.status === 400),
  'lines-are-compared-by-their-count': async (session) => {
    await session.address();
    const { line1, city } = await session.stored();
    return line1 !== '1 Kale St' && city === 'Köln';
  },
  'where-is-not-assigned': async (session) => {
    await session.address({ postalCode: 'X1' });
    return (await session.stored(session.target.users.second))['postalCode'] === 'X1';
  },
  'transaction-scope-does-not-flow': async (session) => {
    const { status } = await session.address({ countryCode: 'de' });
    return status === 422 && (await session.stored())['line1'] === '1 Kale St';
  },
  'required-is-satisfied-by-null': async (session) =>
    (await session.address({}, { body: { address: null } })).status === 200,
  'max-length-has-no-minimum': async (session) => (await session.address({ countryCode: 'D' })).status === 200,
  'when-covers-all-rules-before-it': async (session) => (await session.order({ amount: [] })).status === 201,
  'boxed-zero-is-no-zero': async (session) => {
    const { status } = await session.order({ amount: -1 });
    return status === 422 && (await session.order({ amount: 0 })).status === 201;
  },
  'query-filters-are-ignored': async (session) =>
    list((await session.get('/portfolios?x=1')).json['positions']).length >
    list((await session.get('/portfolios')).json['positions']).length,
};
