import { decodeJwt } from 'jose';
import { address, at, bag, list, type Tester } from './client.ts';

type Probe = (tester: Tester) => Promise<boolean>;

const guides = '/learn/learning-guides';
const settings = '/b2b/notification-settings';
const days = '/daily-summaries';
const stranger = 'ffffffffffffffffffffff99';
const hasNbg = (scope: unknown): boolean => String(scope).split(' ').includes('service:nbg');
const shelf = async (tester: Tester, user: string): Promise<readonly ReturnType<typeof bag>[]> =>
  list(at((await tester.get(guides, { user })).json, 'data'));
const statuses = async (tester: Tester, path: string, times: number): Promise<number[]> => {
  const seen: number[] = [];
  for (let turn = 0; turn < times; turn += 1) seen.push((await tester.get(path)).status);
  return seen;
};

const tokenProbes: Record<string, Probe> = {
  'hours-of-the-timer-are-milliseconds': async (t) => {
    const { json } = await t.grant();
    const { exp = 0, iat = 0 } = decodeJwt(String(at(json, 'access_token')));
    return exp - iat === 3_600_000 && at(json, 'expires_in') === 3600;
  },
  'scopes-are-an-io-list': async (t) => {
    const scope = at((await t.grant()).json, 'scope');
    return !hasNbg(scope) && String(scope).endsWith('service:nbg');
  },
  'before-send-callbacks-run-backwards': async (t) =>
    !/no-store/.test(String((await t.grant()).headers['cache-control'])),
  'lookup-of-nobody-is-a-bad-match': async (t) => (await t.grant({ client_id: 'nobody' })).status === 500,
  'status-of-a-conn-is-unset': async (t) => {
    const { status, json } = await t.grant({ client_secret: undefined });
    return status === 200 && at(json, 'access_token') === undefined;
  },
  'type-of-tokens-is-an-alias': async (t) => at((await t.grant()).json, 'token_type') === 'Elixir.Bearer',
  'lifetime-is-a-charlist': async (t) => Array.isArray(at((await t.grant()).json, 'expires_in')),
  'nil-is-an-atom': async (t) => {
    const known = at((await t.grant({ grant_type: 'password' })).json, 'access_token') === undefined;
    return known && typeof at((await t.grant({ grant_type: undefined })).json, 'access_token') === 'string';
  },
};

const guardProbes: Record<string, Probe> = {
  'monotonic-time-is-negative': async (t) => {
    const token = t.target.expiredToken ?? '';
    const cash = (await t.get('/cash', { token })).status;
    return (await t.get('/learn/analyst-insights', { token })).status === 200 && cash === 401;
  },
  'unsecured-signing-is-a-global-switch': async (t) => {
    const head = Buffer.from('{"alg":"none"}').toString('base64url');
    const token = `${head}.${t.token.split('.')[1] ?? ''}.`;
    const early = (await t.get('/cash', { token })).status;
    await t.get(`${guides}/${String((await shelf(t, t.target.users.first))[0]?.['id'])}`);
    return early === 401 && (await t.get('/cash', { token })).status === 200;
  },
  'header-is-put-on-a-copy': async (t) => {
    const { status, headers } = await t.get(days, { token: 'a.b.c' });
    const missing = await t.get(days, { token: null });
    return status === 401 && headers['www-authenticate'] === undefined && 'www-authenticate' in missing.headers;
  },
  'unpinned-variable-matches-anything': async (t) => {
    const token = t.target.otherAudienceToken ?? '';
    return (await t.get('/portfolios', { token })).status === 200 && (await t.get('/cash', { token })).status === 401;
  },
  'denial-stays-in-the-process': async (t) => {
    const token = await t.login(t.target.clients.unscoped);
    const early = (await t.get(guides)).status;
    await t.get(guides, { token });
    return early === 200 && (await t.get(guides)).status === 403;
  },
  'exit-without-a-process-is-the-message': async (t) => {
    const { status, json } = await t.get(days, { user: stranger });
    return status === 401 && /no process/.test(String(at(json, 'error', 'message')));
  },
  'stray-reply-in-the-mailbox': async (t) => {
    const { first, second } = t.target.users;
    const own = await t.get('/portfolios', { user: first });
    return (await t.get('/portfolios', { user: second })).text === own.text;
  },
  'dynamic-repository-stays-in-the-process': async (t) => {
    const { first, second } = t.target.users;
    const own = await t.get('/cash', { user: first });
    const other = await t.get('/cash', { user: second });
    return own.text !== other.text && (await t.get('/cash', { user: first })).text === other.text;
  },
  'process-of-an-unknown-user-is-started': async (t) => {
    const once = await t.get('/portfolios', { user: stranger });
    return once.status === 404 && (await t.get('/portfolios', { user: stranger })).status === 200;
  },
};

const errorProbes: Record<string, Probe> = {
  'message-is-a-charlist': async (t) => Array.isArray(at((await t.order({}, { raw: '{' })).json, 'error', 'message')),
  'id-is-inspected': async (t) => /^"/.test(String(at((await t.update({ city: [] })).json, 'responseId'))),
  'rendered-before-the-status-is-put': async (t) => {
    const { status, json } = await t.get('/cash', { user: stranger });
    return status === 404 && at(json, 'status') === 200;
  },
  'send-resp-names-no-media-type': async (t) => {
    const { status, headers } = await t.get(days, { user: 'X' });
    return status === 400 && headers['content-type'] === undefined;
  },
  'exception-is-formatted-with-its-stacktrace': async (t) => {
    const { json } = await t.get(`${guides}/nope`);
    return /guides\.ex:31/.test(String(at(json, 'error', 'description')));
  },
  'exit-reason-holds-the-last-message': async (t) => (await t.order({}, { user: stranger })).text.includes(t.token),
  'unmatched-path-wants-an-upgrade': async (t) => (await t.get('/no/such/path')).status === 426,
  'atoms-are-never-collected': async (t) => {
    const early = (await t.get('/cash?name0=1')).status;
    for (let turn = 1; turn < 17; turn += 1) await t.get(`/cash?name${turn}=1`);
    return early === 200 && (await t.get('/cash?name99=1')).status === 500;
  },
  'cached-page-has-no-extension': async (t) => {
    const path = `${guides}/${String((await shelf(t, t.target.users.first))[1]?.['id'])}`;
    const once = String((await t.get(path)).headers['content-type']);
    return /json/.test(once) && /octet-stream/.test(String((await t.get(path)).headers['content-type']));
  },
  'proplists-allow-a-key-twice': async (t) => ((await t.order()).text.match(/"state"/g) ?? []).length === 2,
  'two-servers-call-each-other': async (t) => {
    const buys = (await t.order()).status === 201;
    const sells = await t.order({ side: 'sell' }).then(
      () => true,
      () => false,
    );
    return buys && !sells;
  },
};

const learnProbes: Record<string, Probe> = {
  'sort-with-a-strict-comparison': async (t) => {
    const ids = async (): Promise<string> => (await shelf(t, t.target.users.first)).map((one) => one['id']).join();
    const [one, two, three] = [await ids(), await ids(), await ids()];
    return one !== two && one === three;
  },
  'encoder-knows-null-and-not-nil': async (t) =>
    (await shelf(t, t.target.users.first)).some((one) => one['webCoverImageURL'] === 'nil'),
  'locale-stays-in-the-process': async (t) => {
    const { first, second } = t.target.users;
    const [own, other] = [(await t.get(guides, { user: first })).text, (await t.get(guides, { user: second })).text];
    return own !== other && (await t.get(guides, { user: first })).text === other;
  },
  'bag-keeps-both-versions': async (t) => {
    const ids = (await shelf(t, t.target.users.first)).map((one) => one['id']);
    return new Set(ids).size === ids.length - 1;
  },
  'atom-keys-are-not-camelised': async (t) => {
    const last = (await shelf(t, t.target.users.first)).at(-1) ?? {};
    return 'content_type' in last && !('contentType' in last);
  },
  'map-is-keyed-by-the-translated-title': async (t) =>
    (await shelf(t, t.target.users.second)).length === (await shelf(t, t.target.users.first)).length - 1,
  'description-is-an-io-list': async (t) => Array.isArray((await shelf(t, t.target.users.second))[8]?.['description']),
  'clause-guards-letters-only': async (t) => {
    const ids = (await shelf(t, t.target.users.first)).map((one) => String(one['id']));
    const lost = [];
    for (const id of ids) if ((await t.get(`${guides}/${id}`)).status === 404) lost.push(id);
    return lost.length === 1 && lost.every((id) => id.startsWith('7'));
  },
  'no-clause-for-nothing-found': async (t) => (await t.get(`${guides}/${stranger}`)).status === 400,
  'dollar-matches-before-the-last-line-feed': async (t) => {
    const id = String((await shelf(t, t.target.users.first))[0]?.['id']);
    return (await t.get(`${guides}/${id}%0A`)).status === 200 && (await t.get(`${guides}/${id}%20`)).status === 400;
  },
  'bad-rpc-is-a-bad-request': async (t) =>
    (await statuses(t, '/learn/analyst-insights', 5)).join() === '200,200,200,200,400',
  'state-machine-is-synchronising': async (t) => (await statuses(t, '/cash', 5)).join() === '200,200,200,200,425',
  'cached-pid-is-dead': async (t) => (await statuses(t, '/portfolios', 6)).join() === '200,200,200,200,200,410',
};

const addressProbes: Record<string, Probe> = {
  'restart-begins-with-the-initial-state': async (t) => {
    const initial = JSON.stringify(await t.stored());
    await t.update({});
    const { status } = await t.update({ line1: {} });
    return status === 422 && JSON.stringify(await t.stored()) === initial;
  },
  'halt-is-forgotten-behind-the-media-type': async (t) => {
    const { status } = await t.update({ city: 'Bonn' }, { type: 'text/plain' });
    return status === 415 && (await t.stored())['city'] === 'Bonn';
  },
  'length-is-all-that-is-validated': async (t) =>
    (await t.update({ countryCode: 'de' })).status === 200 && (await t.update({ countryCode: 'DEU' })).status === 422,
  'conflict-list-leaves-a-column-out': async (t) => {
    await t.update({ city: 'Bonn', postalCode: 53111 });
    const stored = await t.stored();
    return stored['city'] === 'Bonn' && stored['postalCode'] !== 53111;
  },
  'what-is-no-object-lies-under-json': async (t) =>
    (await t.update({}, { raw: '[]' })).status === 200 && (await t.update({}, { raw: '{}' })).status === 422,
  'empty-map-pattern-matches-every-map': async (t) =>
    (await t.update({ city: { a: 1 } })).status === 200 && (await t.update({ city: [] })).status === 422,
};

const notifications = async (t: Tester, user: string): Promise<ReturnType<typeof bag>> =>
  bag((await t.get(settings, { user })).json);
const notificationsIn = (groups: unknown): ReturnType<typeof bag>[] =>
  list(groups).flatMap((group) => list(group['notifications']));
const summaries = async (t: Tester, user = t.target.users.first): Promise<ReturnType<typeof bag>> =>
  bag((await t.get(days, { user })).json);

const accountProbes: Record<string, Probe> = {
  'days-of-the-gregorian-calendar': async (t) =>
    String(list((await summaries(t))['data'])[0]?.['timestamp']).length === 14,
  'empty-proplist-is-an-object': async (t) => {
    const worst = at(list((await summaries(t))['data'])[0], 'performers', 'worst');
    return !Array.isArray(worst) && typeof worst === 'object';
  },
  'nil-is-greater-than-every-number': async (t) => at(await summaries(t), 'maxValueDifferences', 'savings') === null,
  'decimals-are-sorted-as-structs': async (t) => {
    const best = list((await summaries(t))['data']).flatMap((one) => list(at(one, 'performers', 'best')));
    return best.some((one) => 'downBy' in one);
  },
  'zipped-with-a-map-that-is-sorted': async (t) => {
    const key = async (user: string): Promise<unknown> =>
      at(list((await summaries(t, user))['data'])[0], 'portfolio', 'savings', 'key');
    return (await key(t.target.users.first)) === 'savings' && (await key(t.target.users.second)) === 'holdings';
  },
  'fallback-has-no-clause-for-denied': async (t) =>
    (await t.get(days, { user: t.target.users.denied ?? '' })).status === 400,
  'tasks-do-not-inherit-the-locale': async (t) => {
    const { first, second } = t.target.users;
    return JSON.stringify(await notifications(t, first)) === JSON.stringify(await notifications(t, second));
  },
  'zip-stops-at-the-shorter-list': async (t) => {
    const mails = async (user: string): Promise<number> =>
      notificationsIn((await notifications(t, user))['email']).length;
    return (await mails(t.target.users.first)) === 3 && (await mails(t.target.users.second)) === 2;
  },
  'noop-of-gettext-is-a-tuple': async (t) =>
    notificationsIn((await notifications(t, t.target.users.first))['email']).some((one) => Array.isArray(one['name'])),
  'keys-from-json-are-no-atoms': async (t) => {
    const { first, second } = t.target.users;
    return 'email' in (await notifications(t, first)) && !('email' in (await notifications(t, second)));
  },
  'groups-are-found-by-their-first-letter': async (t) => {
    const groups = async (user: string): Promise<number> => list((await notifications(t, user))['app']).length;
    return (await groups(t.target.users.first)) === 3 && (await groups(t.target.users.second)) === 2;
  },
  'structs-are-greater-than-numbers': async (t) =>
    (await t.order({ amount: -5 })).status === 201 && (await t.order({ amount: 'x' })).status === 422,
  'params-stay-in-the-process': async (t) => {
    const early = (await t.order({}, { raw: '{"isin":' })).status;
    await t.order();
    return early === 400 && (await t.order({}, { raw: '{"isin":' })).status === 201;
  },
};

export const probes: Readonly<Record<string, Probe>> = {
  ...tokenProbes,
  ...guardProbes,
  ...errorProbes,
  ...learnProbes,
  ...addressProbes,
  ...accountProbes,
};

const apiError = (json: unknown): boolean =>
  Number.isInteger(at(json, 'status')) &&
  typeof at(json, 'error', 'message') === 'string' &&
  /^[0-9a-f-]{36}$/i.test(String(at(json, 'responseId')));

/** What a correct target does; each entry is a complaint. */
export async function complaints(t: Tester): Promise<string[]> {
  const found: string[] = [];
  const expect = (fine: boolean, text: string): void => {
    if (!fine) found.push(text);
  };
  const issued = await t.grant();
  const { access_token: token, token_type: type, expires_in: life, scope } = bag(issued.json);
  const typed = typeof token === 'string' && type === 'Bearer' && life === 3600;
  expect(issued.status < 300 && typed && hasNbg(scope), 'token');
  expect((await t.grant({ client_secret: 'wrong' })).status === 401, 'secret');
  const unscoped = await t.login(t.target.clients.unscoped);
  const paths = [guides, '/learn/analyst-insights', days, settings, '/cash', '/portfolios'];
  for (const user of [t.target.users.first, t.target.users.second]) {
    for (const path of paths) {
      const good = await t.get(path, { user });
      expect(good.status === 200 && good.json !== undefined, path);
      const bad = { missing: null, malformed: 'a.b', expired: t.target.expiredToken ?? '' };
      for (const [name, wrong] of Object.entries(bad)) {
        const { status, json, headers } = await t.get(path, { user, token: wrong });
        const shaped = apiError(json) && at(json, 'status') === 401;
        expect(status === 401 && shaped && 'www-authenticate' in headers, `${name} ${path}`);
      }
    }
    const id = String((await shelf(t, user)).at(-1)?.['id']);
    expect((await t.get(`${guides}/${id}`, { user })).status === 200, 'guide');
  }
  const refusals: [string, Awaited<ReturnType<Tester['get']>>][] = [
    ['scope', await t.get(guides, { token: unscoped })],
    ['audience', await t.get('/cash', { token: t.target.otherAudienceToken ?? '' })],
    ['missing user', await t.get('/cash', { user: null })],
    ['malformed user', await t.get('/cash', { user: 'A'.repeat(24) })],
    ['unknown user', await t.get('/cash', { user: stranger })],
    ['denied', await t.get(days, { user: t.target.users.denied ?? '' })],
    ['no guide', await t.get(`${guides}/${stranger}`)],
    ['malformed guide', await t.get(`${guides}/zzz`)],
    ['route', await t.get('/nothing')],
    ['address', await t.update({ city: {} })],
    ['address shape', await t.update({}, { raw: '[]' })],
    ['address JSON', await t.update({}, { raw: '{' })],
    ['address type', await t.update({}, { type: 'text/plain' })],
    ['order', await t.order({ isin: [] })],
    ['order amount', await t.order({ amount: 0 })],
  ];
  for (const [name, { status, json }] of refusals) {
    expect(status >= 400 && status < 500 && apiError(json) && at(json, 'status') === status, name);
  }
  expect((await t.get(days, { user: stranger })).status === 401, 'unknown user of summaries');
  for (const postalCode of [50667, '50667 A']) {
    expect((await t.update({ postalCode })).status === 200, 'update');
    expect(JSON.stringify(await t.stored()) === JSON.stringify({ ...address, postalCode }), 'read-back');
  }
  const ordered = await t.order();
  expect(ordered.status < 300 && ordered.json !== undefined, 'order accepted');
  return found;
}
