import { decodeProtectedHeader } from 'jose';
import { claimsOf, type Kit, order, patch, paths, place, stranger } from './probe-client.ts';
import type { variations } from './variations.ts';

type Probe = (kit: Kit) => Promise<boolean>;

const guides = async (kit: Kit): Promise<Record<string, string>[]> => (await kit.ask(paths.guides)).json.data;
// biome-ignore lint/suspicious/noExplicitAny: probes look into whatever came
const day = async (kit: Kit): Promise<any> => (await kit.ask(paths.summaries)).json.data[0];
const keys = async (kit: Kit): Promise<{ kid: string }[]> => {
  const url = kit.target.jwksUrl;
  if (url === undefined) return [];
  return ((await (await fetch(url)).json()) as { keys: { kid: string }[] }).keys;
};
const statusOf = async (kit: Kit, path: string, wish: Parameters<Kit['ask']>[1]): Promise<number> =>
  (await kit.ask(path, wish)).status;
const lines = (raw: readonly string[], name: string): number =>
  raw.filter((field, at) => at % 2 === 0 && field.toLowerCase() === name).length;

/** Shows each variation: true where it is at work, false on the plain server. */
export const variationProbes: Readonly<Record<(typeof variations)[number]['id'], Probe>> = {
  'tokens-signed-with-pss': async (kit) => decodeProtectedHeader(kit.good).alg === 'PS384',
  'keys-rotate': async (kit) => {
    for (let at = 0; at < 4; at += 1) await kit.desk();
    return (await keys(kit)).length > 1;
  },
  'crowded-key-set': async (kit) => (await keys(kit)).length === 3,
  'key-set-is-not-public': async (kit) => kit.target.jwksUrl === undefined,
  'long-tokens': async (kit) => kit.good.length > 1000,
  'access-token-profile': async (kit) => decodeProtectedHeader(kit.good).typ === 'at+jwt',
  'minimal-claims': async (kit) => Object.keys(claimsOf(kit.good)).length === 4,
  'scopes-in-a-register': async (kit) => claimsOf(kit.good)['scope'] === undefined,
  'scopes-that-only-look-alike': async (kit) => /xservice:nbg/.test(String(claimsOf(kit.weak)['scope'])),
  'tokens-of-two-minutes': async (kit) => (await kit.desk()).json.expires_in === 120,
  'token-desk-reads-forms': async (kit) => {
    const { id: client_id, secret: client_secret } = kit.target.clients.scoped;
    const { audience } = kit.target;
    const form = new URLSearchParams({ grant_type: 'client_credentials', audience, client_id, client_secret });
    return (await kit.post(kit.target.authUrl, form.toString(), 'application/x-www-form-urlencoded')).status === 200;
  },
  'absent-audience-means-the-only-one': async (kit) => (await kit.desk({ audience: undefined })).status === 200,
  'token-desk-denies-with-403': async (kit) => (await kit.desk({ client_id: 'nobody' })).status === 403,
  'two-tokens-a-second': async (kit) =>
    (await Promise.all([kit.desk(), kit.desk(), kit.desk()])).some(({ status }) => status === 429),
  'secrets-with-odd-characters': async (kit) => kit.target.clients.scoped.secret.includes('🔑'),
  'prefix-and-a-host-for-tokens': async (kit) => new URL(kit.target.baseUrl).pathname !== '/',
  'leeway-of-four-minutes': async () => true,
  'other-audience-is-forbidden': async (kit) =>
    (await statusOf(kit, paths.cash, { token: kit.target.otherAudienceToken ?? '' })) === 403,
  'several-challenges': async (kit) =>
    lines((await kit.ask(paths.cash, { token: null })).raw, 'www-authenticate') === 3,
  'user-is-asked-before-the-scope': async (kit) =>
    (await statusOf(kit, paths.guides, { token: kit.weak, user: null })) === 400,
  'unknown-user-is-forbidden': async (kit) => (await statusOf(kit, paths.cash, { user: stranger })) === 403,
  'malformed-user-id-is-not-found': async (kit) => (await statusOf(kit, paths.cash, { user: 'x' })) === 404,
  'single-guide-wants-a-user': async (kit) => {
    const [first] = await guides(kit);
    return (await statusOf(kit, `${paths.guides}/${first?.['id']}`, { user: null })) === 400;
  },
  'denied-user-is-denied-everywhere': async (kit) =>
    (await statusOf(kit, paths.cash, { user: kit.target.users.denied ?? '' })) === 403,
  'second-client-has-no-users': async (kit) => (await statusOf(kit, paths.cash, { token: kit.weak })) === 401,
  'unknown-path-asks-for-the-token-first': async (kit) => (await statusOf(kit, '/nowhere', { token: null })) === 401,
  'other-content-type-is-400': async (kit) =>
    (await patch(kit, {}, { headers: { 'Content-Type': 'text/plain' } })).status === 400,
  'byte-order-mark-is-overlooked': async (kit) => (await place(kit, `\ufeff${JSON.stringify(order)}`)).status === 201,
  'only-json-can-be-accepted': async (kit) =>
    (await statusOf(kit, paths.cash, { headers: { Accept: 'text/html' } })) === 406,
  'head-is-answered': async (kit) => (await statusOf(kit, paths.cash, { method: 'HEAD' })) === 200,
  'preflights-are-answered': async (kit) =>
    (await statusOf(kit, paths.cash, { method: 'OPTIONS', token: null, user: null })) === 204,
  'bodies-end-with-the-connection': async (kit) => {
    const { raw } = await kit.ask(paths.cash);
    return lines(raw, 'content-length') + lines(raw, 'transfer-encoding') === 0;
  },
  'bodies-dribble': async (kit) => (await kit.ask(paths.guides)).pieces > 3,
  'thirty-headers': async (kit) => (await kit.ask(paths.cash)).raw.length >= 60,
  'reason-phrases-are-empty': async (kit) => (await kit.ask(paths.cash)).reason === '',
  'one-request-at-a-time': async () => true,
  'successes-are-hal': async (kit) => (await kit.ask(paths.cash)).header('content-type') === 'application/hal+json',
  'members-in-another-order': async (kit) => {
    const answers = await Promise.all([1, 2, 3].map(() => kit.ask(paths.summaries)));
    return new Set(answers.map(({ bytes }) => bytes.toString('utf8'))).size > 1;
  },
  'odd-members': async (kit) => (await kit.ask(paths.cash)).json.constructor === 'x',
  'vary-in-several-lines': async (kit) => lines((await kit.ask(paths.guides)).raw, 'vary') === 2,
  'stale-answers-may-be-used': async (kit) => /stale/.test((await kit.ask(paths.guides)).header('cache-control') ?? ''),
  'expires-for-old-caches': async (kit) => (await kit.ask(paths.guides)).header('expires') !== undefined,
  'private-caches-keep-user-data': async (kit) =>
    (await kit.ask(paths.summaries)).header('cache-control') === 'private, max-age=60',
  'guide-is-added-in-between': async (kit) => {
    for (let at = 0; at < 30; at += 1) await kit.ask(paths.guides);
    const all = await guides(kit);
    return all.length === 25 && (await statusOf(kit, `${paths.guides}/${all.at(-1)?.['id']}`, {})) === 200;
  },
  'one-description-is-translated': async (kit) => {
    const greek: Record<string, string>[] = (await kit.ask(paths.guides, { user: kit.target.users.second })).json.data;
    const polish = await guides(kit);
    return greek.filter((guide, at) => guide['description'] !== polish[at]?.['description']).length === 1;
  },
  'titles-hold-odd-characters': async (kit) => /\u2028/.test((await guides(kit))[0]?.['title'] ?? ''),
  'two-guides-share-key-and-slug': async (kit) =>
    new Set((await guides(kit)).map((guide) => guide['slug'])).size === 23,
  'pictures-are-data': async (kit) => (await guides(kit))[0]?.['guideIconURL']?.startsWith('data:') === true,
  'guide-id-in-either-case': async (kit) =>
    (await statusOf(kit, `${paths.guides}/${(await guides(kit)).at(-1)?.['id']?.toUpperCase()}`, {})) === 200,
  'history-of-sixty-days': async (kit) => (await kit.ask(paths.summaries)).json.data.length === 60,
  'newest-twice-a-day-first': async (kit) => {
    const { data } = (await kit.ask(paths.summaries)).json;
    return data.length === 10 && data[0].timestamp > data[1].timestamp;
  },
  'nothing-was-lost': async (kit) => (await day(kit)).performers.worst.length === 0,
  'unmoved-holding-has-no-direction': async (kit) => (await day(kit)).performers.all.length === 5,
  'debts-in-parentheses': async (kit) => (await day(kit)).portfolio.cash.displayValue.startsWith('('),
  'currencies-as-codes': async (kit) => (await day(kit)).portfolio.total.displayValue.startsWith('PLN\u202f'),
  'nobody-holds-cash': async (kit) => (await kit.ask(paths.cash)).json.data.length === 0,
  'a-third-channel': async (kit) => (await kit.ask(paths.settings)).json.sms !== undefined,
  'two-categories-share-a-name': async (kit) => {
    const { app } = (await kit.ask(paths.settings)).json;
    return app[0].category === app[1].category;
  },
  'check-digit-is-verified': async (kit) => (await place(kit, { ...order, isin: 'US0378331004' })).status === 400,
  'same-order-is-one-order': async (kit) => {
    const { id } = (await place(kit, order)).json;
    return id === (await place(kit, order)).json.id;
  },
};
