import { Agent, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { home, type Kit, move, nobody, paths, place, trade } from './kit.ts';
import type { Probe } from './probes-access.ts';

const claims = (token: string): string => Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
const keysOf = async ({ target }: Kit) => fetch(target.jwksUrl ?? '');
const guides = async (kit: Kit, user = kit.target.users.first) => (await kit.call(paths.guides, { user })).json.data;
const days = async (kit: Kit, user = kit.target.users.first) => (await kit.call(paths.summaries, { user })).json.data;
const cached = async (kit: Kit) => String((await kit.call(paths.guides)).headers['cache-control']);
const second = (kit: Kit) => kit.target.users.second;

const closedBy = (kit: Kit, agent: Agent): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${kit.good}`, 'x-user-id': kit.target.users.first };
    const sent = request(`${kit.target.baseUrl}${paths.cash}`, { agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.headers.connection));
    });
    sent.on('error', reject).end();
  });

/** For each variation: true where it shows, false where the target is the ordinary one. */
export const variationProbes: Readonly<Record<string, Probe>> = {
  'a-token-is-created': async (kit) => (await kit.desk(kit.credentials('scoped'))).status === 201,
  'claims-written-with-white-space': async (kit) => claims(kit.good).includes('\r\n\t'),
  'key-set-has-its-own-media-type': async (kit) =>
    (await keysOf(kit)).headers.get('content-type') === 'application/jwk-set+json',
  'keys-without-use-and-algorithm': async (kit) => !(await (await keysOf(kit)).text()).includes('"alg"'),
  'answer-without-scope-where-nothing-special': async (kit) =>
    (await kit.desk(kit.credentials('unscoped'))).json.scope === undefined,
  'many-scopes-in-any-order': async (kit) =>
    (await kit.desk(kit.credentials('scoped'))).json.scope.split(' ').length > 20,
  'tokens-for-other-audiences': async (kit) => {
    const { json } = await kit.desk({ ...kit.credentials('scoped'), audience: 'https://elsewhere.example' });
    return json.access_token !== undefined && (await kit.call(paths.cash, { token: json.access_token })).status === 401;
  },
  'expiry-with-decimals': async (kit) => /"exp":\d+\.25/.test(claims(kit.good)),
  'roles-of-keycloak': async (kit) => claims(kit.good).includes('resource_access'),
  'token-address-has-a-query': async ({ target }) => new URL(target.authUrl).search !== '',
  'clients-may-use-basic-authentication': async (kit) => {
    const { id, secret } = kit.target.clients.scoped;
    const headers = { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` };
    const body = { grant_type: 'client_credentials', audience: kit.target.audience };
    return (await kit.desk(body, { headers })).status === 200 && (await kit.desk(body)).status === 401;
  },
  'media-type-checked-before-the-token': async (kit) =>
    (await move(kit, home, { token: null, headers: { 'content-type': 'text/plain' } })).status === 415,
  'methods-without-endpoint-are-501': async (kit) => (await kit.call(paths.cash, { method: 'PURGE' })).status === 501,
  'malformed-guide-ids-are-404': async (kit) => (await kit.call(`${paths.guides}/zz`)).status === 404,
  'malformed-input-is-422': async (kit) => (await kit.call(paths.cash, { user: 'x' })).status === 422,
  'ids-padded-with-zeros': async ({ target }) => target.users.first.startsWith('00000000'),
  'a-guide-has-the-id-of-a-user': async (kit) => (await guides(kit))[0].id === kit.target.users.first,
  'countries-of-a-list': async (kit) => (await move(kit, { ...home, countryCode: 'ZZ' })).status === 400,
  'address-updates-are-pending': async (kit) => (await move(kit, home)).status === 202,
  'orders-answered-without-content': async (kit) => (await place(kit, trade)).text === '',
  'nothing-can-be-sold': async (kit) => (await place(kit, { ...trade, side: 'sell' })).status === 400,
  'only-the-charset-utf-8': async (kit) =>
    (await move(kit, home, { headers: { 'content-type': 'application/json; charset=latin1' } })).status === 415,
  'bodies-may-be-compressed': async (kit) => {
    const raw = gzipSync(JSON.stringify({ address: home }));
    return (
      (await kit.call(paths.address, { method: 'PATCH', raw, headers: { 'content-encoding': 'gzip' } })).status === 200
    );
  },
  'repeated-parameters-refused': async (kit) => (await kit.call(`${paths.cash}?a=1&a=2`)).status === 400,
  'paths-are-forgiving': async (kit) => (await kit.call('//CASH/')).status === 200,
  'read-back-behind-an-escaped-pointer': async (kit) =>
    (await kit.call(paths.address)).json['perfil/v1']?.[0]['~address'].countryCode === 'BR',
  'read-back-tells-more': async (kit) => (await kit.call(paths.address)).json.address.addressId === 'a-1',
  'no-address-before-the-first-update': async (kit) => {
    const before = await kit.call(paths.address);
    await move(kit, home);
    return before.status === 404 && (await kit.call(paths.address)).json.address.city === 'Ulm';
  },
  'a-connection-serves-twenty-requests': async (kit) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let connection: string | undefined;
    for (let count = 0; count < 20; count += 1) connection = await closedBy(kit, agent);
    agent.destroy();
    return connection === 'close';
  },
  'chunks-carry-extensions': async (kit) => (await kit.call(paths.cash)).headers['transfer-encoding'] === 'chunked',
  'an-upgrade-is-offered': async (kit) => (await kit.call(paths.cash)).headers['upgrade'] === 'websocket',
  'answers-have-large-headers': async (kit) =>
    String((await kit.call(paths.cash)).headers['content-security-policy']).length > 6000,
  'retry-after-is-a-date': async (kit) => {
    const answers = await Promise.all(Array.from({ length: 70 }, () => kit.call(paths.cash)));
    return answers.some(({ status, headers }) => status === 429 && String(headers['retry-after']).endsWith('GMT'));
  },
  'seven-requests-at-a-time': async (kit) => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => kit.call(paths.cash)));
    return answers.some(({ status }) => status === 429);
  },
  'private-for-one-field': async (kit) => (await cached(kit)).startsWith('private="'),
  'listing-for-shared-caches': async (kit) => (await cached(kit)).startsWith('public'),
  'listing-has-a-last-modified': async (kit) => {
    const since = String((await kit.call(paths.guides)).headers['last-modified']);
    return (await kit.call(paths.guides, { headers: { 'if-modified-since': since } })).status === 304;
  },
  'refusals-may-be-kept-for-seconds': async (kit) =>
    (await kit.call(paths.cash, { token: null })).headers['cache-control'] !== undefined,
  'messages-with-difficult-characters': async (kit) =>
    (await kit.call(paths.cash, { user: nobody })).json.error.message.includes('\u2028'),
  'response-ids-of-version-one': async (kit) =>
    (await kit.call(paths.cash, { user: nobody })).json.responseId[14] === '1',
  'numbers-with-exponents': async (kit) => /:\d(\.\d+)?e\+\d/.test((await kit.call(paths.cash)).text),
  'bodies-padded-at-random': async (kit) => (await kit.call(paths.cash)).json.padding.length > 0,
  'texts-in-decomposed-unicode': async (kit) => (await kit.call(paths.guides)).text.includes('c\u0327'),
  'slugs-are-localised': async (kit) => (await guides(kit))[0].slug !== (await guides(kit, second(kit)))[0].slug,
  'colours-in-other-notations': async (kit) => (await guides(kit))[1].backgroundColor === 'rebeccapurple',
  'guides-without-chapters': async (kit) => (await guides(kit))[0].chapterCount === 0,
  'full-guides-are-large': async (kit) => {
    const sizes = await guides(kit);
    return (await kit.call(`${paths.guides}/${sizes[1].id}`)).text.length > 50_000;
  },
  'insights-are-the-same-for-all': async (kit) =>
    (await kit.call(paths.insights)).text === (await kit.call(paths.insights, { user: second(kit) })).text,
  'lists-without-an-object-around': async (kit) => Array.isArray((await kit.call(paths.cash)).json),
  'positions-in-any-order': async (kit) => {
    const texts = await Promise.all(Array.from({ length: 20 }, async () => (await kit.call(paths.portfolios)).text));
    return new Set(texts).size > 1;
  },
  'assets-named-in-several-ways': async (kit) => (await kit.call(paths.summaries)).text.includes('urn:asset'),
  'first-user-reads-basque': async (kit) => (await days(kit))[0].performers.all[0].weight.startsWith('%'),
  'digits-beyond-the-first-plane': async (kit) =>
    /[\u{1E950}-\u{1E959}]/u.test((await days(kit, second(kit)))[0].portfolio.cash.displayValue),
  'snapshots-of-long-ago': async (kit) => (await days(kit)).at(-1).timestamp < Date.UTC(2004, 0),
  'labels-in-the-language-of-the-user': async (kit) => (await days(kit))[0].sentimentScore.total.label === 'ótimo',
  'scores-between-minus-one-and-one': async (kit) => Math.abs((await days(kit))[0].sentimentScore.total.score) < 1,
  'a-portfolio-with-a-pension': async (kit) => (await days(kit))[0].portfolio.pension !== undefined,
  'two-categories-of-one-name': async (kit) => (await kit.call(paths.settings)).json.app.length === 4,
  'a-category-without-notifications': async (kit) =>
    (await kit.call(paths.settings)).json.email[0].notifications.length === 0,
  'a-new-id-in-both-channels': async (kit) =>
    (await kit.call(paths.settings)).text.split('security_login').length === 3,
};
