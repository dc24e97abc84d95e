import { at, type Session } from './session.ts';

/** What a probe finds on the defective target, and never on the correct one. */
export type Probe = [look: (s: Session) => Promise<unknown>, defective: unknown];

export const guides = '/learn/learning-guides';
const orders = 'POST /api/m2m/investments/orders';
const address = 'PATCH /users/me/address';
const settings = '/b2b/notification-settings';
const summaries = '/daily-summaries';
const nobody = '0123456789abcdef01234567';
export const home = { line1: 'Atatürk Cd. 5', line2: 'Kat 1', city: 'İzmir', postalCode: 35_220, countryCode: 'TR' };
export const order = { isin: 'US0378331005', side: 'buy', amount: 10 };
const j = JSON.stringify;
const second = (s: Session) => ({ 'x-user-id': s.target.users.second });
const statusOf =
  (line: string, headers: Record<string, string | undefined> = {}, body?: string) =>
  async (s: Session): Promise<number> =>
    (await s.call(line, headers, body)).status;
const member =
  (line: string, path: string, who: 'first' | 'second' = 'first') =>
  async (s: Session) =>
    at((await s.call(line, who === 'second' ? second(s) : {})).json, path);
const update = (value: unknown) => statusOf(address, {}, j(value));
const asked = (change: Record<string, unknown>) => async (s: Session) =>
  at((await s.ask({ ...s.credentials(), ...change })).json, 'token_type') ?? 'refused';
const twice = (line: string) => async (s: Session) => {
  await s.call(line);
  return s.call(line);
};

export const probes: Record<string, Probe> = {
  'no-quota-means-minus-one': [async (s) => at((await s.ask(s.credentials('unscoped'))).json, 'expires_in'), -1],
  'token-followed-by-the-data-centre': [async (s) => s.scoped.split('.').length, 4],
  'scope-is-a-list-the-second-time': [
    async (s) => Array.isArray(at((await s.ask(s.credentials())).json, 'scope')),
    true,
  ],
  'scope-words-qualified-by-audience': [
    async (s) =>
      String(at((await s.ask(s.credentials())).json, 'scope'))
        .split(' ')
        .includes('service:nbg'),
    false,
  ],
  'answered-scopes-only-grow': [
    async (s) => String(at((await s.ask(s.credentials('unscoped'))).json, 'scope')).includes('service:nbg'),
    true,
  ],
  'promise-of-a-check-is-true': [asked({ client_secret: 'wrong' }), 'Bearer'],
  'registered-grants-share-a-handler': [asked({ grant_type: 'password' }), 'Bearer'],
  'client-id-remembered-by-address': [
    async (s) => (await s.ask({ ...s.credentials('unscoped'), client_id: undefined })).status,
    200,
  ],
  'request-found-between-braces': [async (s) => (await s.ask(`x${j(s.credentials())}y`)).status, 200],
  'gateway-loads-the-keys-once': [
    async (s) => {
      const token = at((await s.ask(s.credentials())).json, 'access_token');
      return statusOf('GET /cash', { authorization: `Bearer ${token}` })(s);
    },
    401,
  ],
  'missing-fields-are-a-form-to-fill': [
    async (s) => (await s.ask({ ...s.credentials(), client_secret: undefined })).status,
    200,
  ],
  'tokens-may-be-kept-if-validated': [async (s) => (await s.ask(s.credentials())).headers['cache-control'], 'no-cache'],
  'no-credential-is-a-wrong-one': [statusOf('GET /cash', { authorization: undefined }), 200],
  'a-colon-may-follow-the-scheme': [
    async (s) => statusOf('GET /cash', { authorization: `Bearer:${s.scoped}` })(s),
    200,
  ],
  'firewall-reads-credentials': [statusOf('GET /cash', { authorization: 'Bearer "x"' }), 403],
  'mac-compared-in-its-first-bytes': [
    async (s) => {
      const changed = `${s.scoped.slice(0, -4)}${s.scoped.at(-4) === 'A' ? 'B' : 'A'}${s.scoped.slice(-3)}`;
      return statusOf('GET /cash', { authorization: `Bearer ${changed}` })(s);
    },
    200,
  ],
  'expired-tokens-renewed-silently': [
    async (s) => statusOf('GET /cash', { authorization: `Bearer ${s.target.expiredToken}` })(s),
    200,
  ],
  'content-serves-every-audience': [
    async (s) => statusOf('GET /learn/analyst-insights', { authorization: `Bearer ${s.target.otherAudienceToken}` })(s),
    200,
  ],
  'only-the-gateway-challenges': [
    async (s) => (await s.call('GET /cash', { 'x-user-id': nobody })).headers['www-authenticate'],
    undefined,
  ],
  'what-may-not-be-seen-is-not-found': [
    async (s) => statusOf(`GET ${guides}`, { authorization: `Bearer ${s.unscoped}` })(s),
    404,
  ],
  'arabic-guides-are-an-entitlement': [async (s) => statusOf(`GET ${guides}`, second(s))(s), 403],
  'absent-header-matches-what-is-kept': [
    async (s) => {
      await s.call(`GET ${guides}`);
      return statusOf(`GET ${guides}`, { 'x-user-id': undefined })(s);
    },
    200,
  ],
  'ids-may-be-abbreviated': [
    async (s) => statusOf('GET /portfolios', { 'x-user-id': s.target.users.first.slice(0, 23) })(s),
    200,
  ],
  'empty-id-is-the-template': [statusOf(`GET ${settings}`, { 'x-user-id': '' }), 200],
  'projection-is-being-built': [statusOf(`GET ${settings}`, { 'x-user-id': nobody }), 202],
  'refused-users-are-remembered': [
    async (s) => {
      await s.call(`GET ${summaries}`, { 'x-user-id': nobody });
      return statusOf(`GET ${summaries}`, { 'x-user-id': nobody })(s);
    },
    404,
  ],
  'answers-matched-in-order-of-arrival': [
    async (s) => {
      const both = await Promise.all([s.call('GET /cash'), s.call('GET /cash', second(s))]);
      return both.map((reply) => at(reply.json, 'balances.0.currency'));
    },
    ['EGP', 'TRY'],
  ],
  'packed-refusals-lose-their-coding': [async (s) => (await s.call(orders, {}, '{')).json === undefined, true],
  'two-writers-of-the-media-type': [
    async (s) => (await s.call(orders, {}, '{')).headers['content-type'],
    'application/json, application/json',
  ],
  'message-in-every-language': [
    async (s) => typeof at((await s.call(`GET ${guides}/${nobody}`)).json, 'error.message'),
    'object',
  ],
  'status-of-the-catalogue': [
    async (s) => at((await s.call('GET /cash', { authorization: undefined })).json, 'status'),
    40_101,
  ],
  'response-id-is-the-trace-id': [
    async (s) => String(at((await s.call('GET /nowhere')).json, 'responseId')).length,
    32,
  ],
  'generator-seeded-for-each-connection': [
    async (s) => {
      const both = [await s.call('GET /nowhere'), await s.call('GET /nowhere')];
      return new Set(both.map((reply) => at(reply.json, 'responseId'))).size;
    },
    1,
  ],
  'reason-phrase-is-the-message': [async (s) => at((await s.call(orders, {}, '{')).json, 'error.message'), ''],
  'unknown-path-is-an-unknown-version': [statusOf('GET /nowhere'), 400],
  'unknown-methods-are-preflights': [
    async (s) => (await s.raw('FOO /cash HTTP/1.1\r\nHost: a\r\n\r\n')).slice(9, 12),
    '204',
  ],
  'a-prefix-guards-against-scripts': [async (s) => (await s.call('GET /cash')).text.slice(0, 4), ")]}'"],
  'account-number-of-twenty-digits': [async (s) => /\d{20}/.test((await s.call('GET /cash')).text), true],
  'guides-are-files-named-by-id': [statusOf(`GET ${guides}/${'a'.repeat(300)}`), 500],
  'query-looks-for-own-members': [statusOf('GET /cash?toString=1'), 500],
  'a-sale-asks-the-ledger-for-the-lot': [statusOf(orders, {}, j({ ...order, side: 'sell' })), 500],
  'columns-hold-255-characters': [update({ address: { ...home, line1: 'x'.repeat(300) } }), 500],
  'second-answers-are-public': [
    async (s) => (await twice('GET /cash')(s)).headers['cache-control'],
    'public, max-age=0',
  ],
  'lagging-models-are-asked-again': [statusOf(`GET ${guides}/${nobody}`), 0],
  'upstream-hangs-up-on-large-bodies': [
    statusOf(address, {}, j({ address: { ...home, city: 'x'.repeat(70_000) } })),
    502,
  ],
  'a-transformed-listing-is-203': [async (s) => (await twice(`GET ${guides}`)(s)).status, 203],
  'bare-on-in-yaml-is-true': [member(`GET ${guides}`, 'data.7.key'), true],
  'last-icon-without-a-scheme': [
    async (s) => String(await member(`GET ${guides}`, 'data.24.guideIconURL')(s)).slice(0, 2),
    '//',
  ],
  'default-members-are-not-written': [member(`GET ${guides}`, 'data.24.contentType'), undefined],
  'directives-joined-by-semicolons': [
    async (s) => (await s.call(`GET ${guides}`)).headers['cache-control'],
    'private; max-age=1800',
  ],
  'security-rule-adds-no-store': [async (s) => (await s.call(`GET ${guides}`)).lines.includes('no-store'), true],
  'lifetime-in-quotation-marks': [
    async (s) => (await s.call(`GET ${guides}`)).headers['cache-control'],
    'private, max-age="1800"',
  ],
  'kept-listing-forgets-its-vary': [async (s) => (await twice(`GET ${guides}`)(s)).headers['vary'], undefined],
  'second-replica-sorts-positions-as-text': [
    async (s) => String(at((await twice(`GET ${guides}`)(s)).json, 'data.2.slug')),
    'guide-11-basics',
  ],
  'regional-tag-finds-no-translation': [member(`GET ${guides}`, 'data.0.title', 'second'), 'Yatırım rehberi 1'],
  'no-accept-accepts-nothing': [statusOf(`GET ${guides}`, { accept: undefined }), 406],
  'blocked-words-in-paths': [
    async (s) => statusOf(`GET ${guides}/${await member(`GET ${guides}`, 'data.24.id')(s)}`)(s),
    403,
  ],
  'malformed-id-falls-through-to-the-listing': [statusOf(`GET ${guides}/xyz`), 200],
  'unknown-guide-is-no-content': [statusOf(`GET ${guides}/${nobody}`), 204],
  'insights-move-to-a-store': [async (s) => (await twice('GET /learn/analyst-insights')(s)).status, 302],
  'an-update-leads-to-the-profile': [update({ address: home }), 303],
  'postal-codes-have-four-digits': [update({ address: { ...home, postalCode: 10_115 } }), 400],
  'events-known-by-their-content': [
    async (s) => {
      await update({ address: home })(s);
      return update({ address: home })(s);
    },
    409,
  ],
  'nothing-sent-is-nothing-to-change': [statusOf(address, {}, ''), 204],
  'one-line-address-is-looked-up': [update({ address: 'Ankara' }), 200],
  'a-list-is-a-json-patch': [update([]), 204],
  'postal-code-is-what-a-number-can-be': [update({ address: { ...home, postalCode: [] } }), 200],
  'country-pattern-reads-lines': [update({ address: { ...home, countryCode: 'TR\n' } }), 200],
  'body-without-a-type-is-looked-at': [statusOf(address, { 'content-type': undefined }, j({ address: home })), 200],
  'versions-compared-as-text': [
    async (s) => {
      await update({ address: home })(s);
      await update({ address: { ...home, city: 'Bursa' } })(s);
      return member('GET /users/me/address', 'address.city')(s);
    },
    'İzmir',
  ],
  'writes-go-through-a-cache': [
    async (s) => {
      await update({ address: { ...home, countryCode: 'x' } })(s);
      return member('GET /users/me/address', 'address.countryCode')(s);
    },
    'x',
  ],
  'a-window-of-days-is-partial': [statusOf(`GET ${summaries}`), 206],
  'list-of-one-is-its-element': [
    async (s) => Array.isArray(await member(`GET ${summaries}`, 'data.0.performers.worst')(s)),
    false,
  ],
  'total-copied-from-holdings': [member(`GET ${summaries}`, 'data.3.portfolio.total.key'), 'holdings'],
  'still-savings-have-no-difference': [member(`GET ${summaries}`, 'maxValueDifferences.savings', 'second'), undefined],
  'absent-directions-are-null': [member(`GET ${summaries}`, 'data.0.performers.all.0.downBy'), null],
  'best-are-those-that-moved-most': [
    async (s) => typeof (await member(`GET ${summaries}`, 'data.0.performers.best.2.downBy')(s)),
    'string',
  ],
  'long-moments-as-two-halves': [
    async (s) => typeof (await member(`GET ${summaries}`, 'data.3.timestamp')(s)),
    'object',
  ],
  'migrated-moments-in-microseconds': [
    async (s) => String(await member(`GET ${summaries}`, 'data.3.timestamp')(s)).length,
    16,
  ],
  'small-weights-without-a-sign': [member(`GET ${summaries}`, 'data.0.performers.all.2.weight'), '<1'],
  'channels-joined-to-a-list': [async (s) => Array.isArray((await s.call(`GET ${settings}`)).json), true],
  'undecided-is-null': [member(`GET ${settings}`, 'email.2.notifications.0.active', 'second'), null],
  'creation-delivered-twice': [member(`GET ${settings}`, 'app.0.notifications.1.id', 'second'), 'app_transactional'],
  'neighbours-make-a-group': [async (s) => ((await member(`GET ${settings}`, 'app')(s)) as unknown[]).length, 5],
  'newsletter-renamed': [member(`GET ${settings}`, 'email.1.notifications.0.id'), 'email_briefing'],
  'order-complete-with-its-amount': [statusOf(orders, {}, j(order).slice(0, -1)), 201],
  'no-order-is-a-preview': [statusOf(orders, {}, 'null'), 200],
  'amount-read-as-far-as-it-goes': [statusOf(orders, {}, j({ ...order, amount: '10abc' })), 201],
  'orders-come-by-beacon': [statusOf(orders, { 'content-type': 'text/plain' }, j(order)), 201],
  'a-query-asks-for-odata': [member('GET /cash?x=1', 'balances'), undefined],
  'refused-too-often-is-refused-always': [
    async (s) => {
      for (let i = 0; i < 16; i++)
        await Promise.all(Array.from({ length: 10 }, () => s.call('GET /cash', { authorization: 'x' })));
      return statusOf('GET /cash')(s);
    },
    403,
  ],
};
