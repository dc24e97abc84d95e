import { decodeJwt, decodeProtectedHeader } from 'jose';
import type { Probe } from './probes-access.ts';
import type { Json, Session } from './session.ts';
import type { VariationId } from './variations.ts';

const guides = '/learn/learning-guides';
const address = { line1: 'Weg 1', city: 'Ulm', postalCode: 89073, countryCode: 'DE' };
const unknownUser = 'abcdef0123456789abcdef01';

const header = async (s: Session): Promise<Json> => decodeProtectedHeader(await s.token());
const claims = async (s: Session): Promise<Json> => decodeJwt(await s.token());
const readKeys = async (s: Session): Promise<Json> => (await s.exchange(s.target.jwksUrl ?? '', {})).json.keys;
const refusal = (s: Session) => s.call('/cash', { user: null });
const summaries = async (s: Session, user = s.target.users.first): Promise<Json> =>
  (await s.call('/daily-summaries', { user })).json.data.at(-1);
const rawValues = (raw: string[], name: string): string[] =>
  raw.filter((_, i) => i % 2 === 1 && raw[i - 1]?.toLowerCase() === name);
async function statusesOf(s: Session, count: number): Promise<unknown[]> {
  const statuses: unknown[] = [];
  for (let i = 0; i < count; i++) statuses.push(await s.status('/cash'));
  return [...new Set(statuses)];
}

export const variationProbes: Record<VariationId, Probe> = {
  'keys-rs256': async (s) => (await header(s)).alg,
  'keys-eddsa': async (s) => (await header(s)).alg,
  'keys-hs256': async (s) => [(await header(s)).alg, s.target.jwksUrl === undefined],
  'tokens-encrypted': async (s) => (await s.token()).split('.').length,
  'tokens-without-kid': async (s) => 'kid' in (await header(s)),
  'keys-two-in-turn': async (s) => (await readKeys(s)).length,
  'keys-beside-others': async (s) => (await readKeys(s)).length,
  'scope-claim-scp': async (s) => 'scp' in (await claims(s)),
  'scope-by-lookup': async (s) => 'permissions' in (await claims(s)),
  'token-revoked-on-renewal': async (s) => {
    const token = await s.token();
    await s.issue();
    return s.status('/cash', { token });
  },
  'token-reused-from-cache': async (s) => (await s.token()) === (await s.issue()).json.access_token,
  'token-lives-five-minutes': async (s) => (await s.issue()).json.expires_in,
  'token-answer-extended': async (s) => Object.keys((await s.issue()).json),
  'clock-ahead': async (s) => Date.parse((await s.issue()).headers.date ?? '') - Date.now() > 40_000,
  'user-before-scope': async (s) => s.status(guides, { token: await s.token('unscoped'), user: unknownUser }),
  'user-syntax-before-token': (s) => s.status('/cash', { token: null, user: 'X' }),
  'user-unknown-401': (s) => s.status('/cash', { user: unknownUser }),
  'routes-denied-by-default': (s) => s.status('/nowhere'),
  'method-405': (s) => s.status('/cash', { method: 'PUT' }),
  'guide-short-path': async (s) => {
    const { json } = await s.call(guides);
    return s.status(`/learning-guides/${json.data[0].id}`);
  },
  'queries-refused': (s) => s.status('/cash?page=2'),
  'errors-as-problem-json': async (s) => (await refusal(s)).headers['content-type'],
  'errors-without-description': async (s) => 'description' in (await refusal(s)).json.error,
  'errors-uuid-v7-upper': async (s) => /^[\dA-F-]{13}-7/.test((await refusal(s)).json.responseId),
  'errors-in-german': async (s) => (await refusal(s)).json.error.message,
  'body-in-pieces': async (s) => (await s.call('/portfolios')).headers['transfer-encoding'],
  'connection-close': async (s) => (await s.call('/cash')).headers.connection,
  'early-hints': async (s) => (await s.call('/cash')).interim,
  'header-names-upper': async (s) => (await s.call('/cash')).rawHeaders.includes('CACHE-CONTROL'),
  'media-type-spelling': async (s) => (await s.call('/cash')).headers['content-type'],
  'media-type-plus-json': async (s) => (await s.call('/cash')).headers['content-type'],
  trailers: async (s) => (await s.call('/cash')).trailers['server-timing'],
  'non-ascii-refused-early': (s) => s.status('/cash', { headers: { 'x-note': '\u00e4' } }),
  'tight-limits': (s) => s.status('/cash', { headers: { 'x-note': 'a'.repeat(5_000) } }),
  'base-path': async (s) => new URL(s.target.baseUrl).pathname,
  'etag-and-304': async (s) => {
    const { headers } = await s.call('/cash');
    return s.status('/cash', { headers: { 'If-None-Match': headers.etag ?? '"none"' } });
  },
  'json-spaced-out': async (s) => (await s.call('/cash')).text.startsWith('\r\n'),
  'json-escaped': async (s) => /[^\x00-\x7f]/.test((await s.call(guides)).text),
  'json-integers-with-fraction': async (s) => /"chapterCount":\d+\.0/.test((await s.call(guides)).text),
  'cache-with-age': async (s) => 'age' in (await s.call(guides)).headers,
  'cache-extensions': async (s) => (await s.call(guides)).headers['cache-control'],
  'cache-two-lines': async (s) => rawValues((await s.call(guides)).rawHeaders, 'cache-control'),
  'vary-star': async (s) => (await s.call(guides)).headers.vary,
  'shedding-429': (s) => statusesOf(s, 100),
  'shedding-503': (s) => statusesOf(s, 115),
  slow: async (s) => {
    await s.token();
    const start = Date.now();
    for (let i = 0; i < 12; i++) await s.status('/cash');
    return Date.now() - start > 300;
  },
  'guides-300': async (s) => (await s.call(guides)).json.data.length,
  'second-without-holdings': async (s) => (await summaries(s, s.target.users.second)).performers,
  'arabic-digits': async (s) => (await summaries(s, s.target.users.second)).portfolio.total.displayValue,
  'currency-codes': async (s) => (await summaries(s)).portfolio.total.upBy,
  'prices-move': async (s) => {
    const answers = [await s.call('/portfolios'), await s.call('/portfolios')];
    return new Set(answers.map(({ text }) => text)).size;
  },
  'guides-edited-once': async (s) => {
    for (let i = 0; i < 26; i++) await s.call(guides);
    return (await s.call(guides)).json.data.length;
  },
  'notifications-more': async (s) => (await s.call('/b2b/notification-settings')).json.app.length,
  'ids-of-digits': async (s) => /^\d{24}$/.test(s.target.users.first),
  'guides-optional-left-out': async (s) => 'guideIconURL' in (await s.call(guides)).json.data[0],
  'performers-neutral': async (s) =>
    (await summaries(s)).performers.all.filter((one: Json) => !one.upBy && !one.downBy).length,
  'address-204': async (s) => (await s.patch(address)).status,
  'insights-204': (s) => s.status('/learn/analyst-insights'),
  'unknown-members-refused': async (s) => (await s.patch({ ...address, floor: 3 })).status,
  'address-lenient': async (s) => (await s.patch({ city: null })).status,
};
