import type { Kit, Reply } from './kit.ts';

const unknown = 'feedfacefeedfacefeedface';
const guides = '/learn/learning-guides';
const settings = '/b2b/notification-settings';
const days = '/daily-summaries';
const home = '/users/me/address';
const trade = '/api/m2m/investments/orders';
export const lodging = { line1: '4 Harbour Row', line2: 'Flat 2', city: 'Hull', postalCode: 44100, countryCode: 'GB' };
export const purchase = { isin: 'US0378331005', side: 'buy', amount: 100 };

const many = async <T>(count: number, ask: (i: number) => Promise<T>): Promise<T[]> => {
  const results: T[] = [];
  for (let i = 0; i < count; i += 1) results.push(await ask(i));
  return results;
};
const patch = (k: Kit, address: object, more = {}) =>
  k.call('PATCH', home, { body: { address: { ...lodging, ...address } }, ...more });
const order = (k: Kit, part: object) => k.call('POST', trade, { body: { ...purchase, ...part } });
const stored = async (k: Kit) => (await k.get(home)).json.address;
const forged = (token: string) => `${token.slice(0, -40)}${'A'.repeat(40)}`;
const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
const ids = (reply: Reply) => JSON.stringify(reply.json).match(/"id":"[^"]*"/g);
const titles = (reply: Reply) => reply.json.data.map((guide: { title: string }) => guide.title);

/** What a client sees of each defect: the correct implementation shows another thing. */
export const probes: Readonly<Record<string, (k: Kit) => Promise<unknown>>> = {
  'scope-in-clark-notation': async (k) => (await k.desk(k.grant(k.t.clients.scoped))).json.scope,
  'scope-beyond-the-enumeration-is-its-first': async (k) => (await k.desk(k.grant(k.t.clients.unscoped))).json.scope,
  'minutes-of-a-duration-are-months': async (k) => claims(k.scoped).exp - claims(k.scoped).iat,
  'replayed-token-answer-has-no-fields': async (k) =>
    (await k.desk(k.grant(k.t.clients.scoped))).headers.get('cache-control'),
  'conversation-is-keyed-by-the-client': async (k) =>
    (await k.desk({ ...k.grant(k.t.clients.scoped), client_secret: 'wrong' })).status,
  'tokens-from-before-the-cut-over': async (k) => (await k.get('/cash', { token: k.t.expiredToken ?? '' })).status,
  'third-delivery-goes-on-behind-the-step': (k) =>
    many(4, async () => (await k.get('/portfolios', { token: forged(k.scoped) })).status),
  'slip-is-looked-up-with-the-parameters': async (k) =>
    (await k.get(`${days}?access_token=${k.scoped}`, { token: null })).status,
  'schemes-fall-back-to-bearer': async (k) => (await k.get('/cash', { authorization: `Token ${k.scoped}` })).status,
  'challenge-opens-a-conversation-once': (k) =>
    many(2, async () => (await k.get('/cash', { token: null })).headers.get('www-authenticate')),
  'translation-knows-every-audience-of-the-bus': async (k) =>
    (await k.get('/cash', { token: k.t.otherAudienceToken ?? '' })).status,
  'reconciliation-completes-the-open-intake': async (k) => [
    (await patch(k, {}, { token: null })).status,
    await stored(k),
  ],
  'scope-is-that-of-the-translated-token': async (k) => (await k.get(guides, { token: k.unscoped })).status,
  'entitlements-come-after-the-first-message': (k) => many(2, async () => (await k.get(guides)).status),
  'aggregate-completes-without-the-profile': async (k) => (await k.get('/portfolios', { user: unknown })).status,
  'fault-codes-are-being-refreshed': (k) => many(3, async () => (await k.get(days, { user: unknown })).status),
  'faultstring-goes-to-the-detail': async (k) => (await k.get(days, { user: unknown })).json.error.message,
  'replies-are-correlated-by-route': (k) =>
    // Which of two comes first is chance.
    many(20, () =>
      Promise.all(
        [k.t.users.first, k.t.users.second].map(async (user) => (await k.get('/cash', { user })).json.owner === user),
      ),
    ),
  'hexadecimal-octets-are-completed': async (k) =>
    (await k.get('/cash', { user: k.t.users.first.slice(0, 23) })).status,
  'fault-json-stays-in-its-section': async (k) => (await k.get('/portfolios', { user: unknown })).json?.status,
  'attribute-makes-the-message-an-object': async (k) => (await patch(k, { city: [] })).json.error.message,
  'two-details-are-a-list': async (k) => (await order(k, { isin: {} })).json.error.description,
  'status-is-that-of-the-cause': async (k) => (await k.get(settings, { user: unknown })).json.status,
  'message-history-in-the-description': async (k) => (await k.get('/cash', { user: unknown })).json.error.description,
  'missing-catalogue-entry-is-blank': async (k) =>
    (await patch(k, { city: [] }, { user: k.t.users.second })).json.error.message,
  'response-id-is-named-after-the-question': async (k) =>
    new Set(await many(3, async () => (await k.get(days, { user: unknown })).json.responseId)).size,
  'default-route-acknowledges': async (k) => (await k.get('/nowhere')).status,
  'large-answers-travel-as-parts': async (k) => (await k.get(days)).headers.get('content-type'),
  'repeated-elements-are-repeated-members': async (k) =>
    (await k.get('/portfolios', { user: k.t.users.second })).text.match(/"position"/g)?.length,
  'ampersand-breaks-the-envelope': async (k) => (await patch(k, { line1: 'Marks & Sons' })).status,
  'parameters-become-elements': async (k) => (await k.get(`${settings}?1=2`)).status,
  'policy-wildcard-takes-plurals': async (k) => (await k.get('/portfolios')).headers.get('cache-control'),
  'splitter-of-nothing-never-completes': (k) =>
    k.call('POST', trade, { body: [] }).then(
      (r) => r.status,
      () => 'no answer',
    ),
  'no-cloakroom-for-large-bodies': async (k) => (await patch(k, { line1: 'x'.repeat(80_000) })).status,
  'nil-keeps-its-attribute': async (k) => (await k.get(guides)).json.data[3].webCoverImageURL,
  'resequencer-gives-up': (k) => many(4, async () => titles(await k.get(guides))),
  'language-of-three-letters-is-beyond-the-list': async (k) => titles(await k.get(guides, { user: k.t.users.second })),
  'former-back-end-has-its-own-lifetime': (k) =>
    many(6, async () => (await k.get(guides)).headers.get('cache-control')),
  'replay-keeps-the-body-only': (k) => many(2, async () => (await k.get(guides)).headers.get('cache-control')),
  'egress-strips-names-of-the-bus': async (k) => (await k.get(guides)).headers.get('vary'),
  'members-clash-with-fields-of-the-message': async (k) => (await k.get(guides)).json.data[0].contentType,
  'ticket-is-the-length-of-the-body': async (k) =>
    new Set(await many(6, async (i) => (await k.get(`${guides}/5f1e0c2b9a7d4e6f8b3c1a0${i + 1}`)).text)).size,
  'aggregate-times-out-without-offers': (k) => many(4, async () => ids(await k.get(settings))),
  'further-id-carries-the-message': (k) => many(2, async () => ids(await k.get(settings))),
  'categories-fall-back-to-one': async (k) => (await k.get(settings)).json.email.length,
  'unrouted-notifications-go-to-every-channel': async (k) => ids(await k.get(settings)),
  'character-references-stay': async (k) => (await k.get(days)).json.data[1].portfolio.cash.displayValue,
  'two-versions-of-the-model-meet': async (k) => (await k.get(days)).json.data[0].performers.worst,
  'slightly-down-falls-back-to-up': async (k) => (await k.get(days)).json.data[2].performers.worst,
  'label-beyond-the-enumeration-is-null': async (k) => (await k.get(days)).json.data[2].sentimentScore.analyst,
  'percent-stands-in-an-attribute': async (k) => (await k.get(days)).json.data[2].performers.worst,
  'permit-of-the-scope-outweighs-deny': async (k) => (await k.get(days, { user: k.t.users.denied ?? '' })).status,
  'updates-are-known-by-their-content': async (k) => {
    for (const city of ['Hull', 'York', 'Hull']) await patch(k, { city });
    return stored(k);
  },
  'writes-are-routed-by-type': async (k) => {
    for (const postalCode of ['HU1', 44100]) await patch(k, { postalCode });
    return stored(k);
  },
  'refusal-turns-the-switch-back': async (k) => {
    await patch(k, {});
    await patch(k, { city: [] });
    return stored(k);
  },
  'splitter-takes-a-list-of-updates': async (k) =>
    (await k.call('PATCH', home, { body: [{ address: lodging }] })).status,
  'objects-are-mixed-content': async (k) => (await patch(k, { line1: { a: 'x' } })).status,
  'country-falls-back-to-unknown': async (k) => (await patch(k, { countryCode: 'gbr' })).status,
  'baskets-are-split': async (k) => (await order(k, { isin: [purchase.isin] })).status,
  'parameters-choose-the-former-edition': async (k) => (await k.get('/learn/analyst-insights?page=2')).json,
};
