import { forge, home, isIssued, type Kit, move, nobody, paths, place } from './kit.ts';

export type Probe = (kit: Kit) => Promise<boolean>;

const statusOf = async (kit: Kit, path: string, asked: Parameters<Kit['call']>[1] = {}) =>
  (await kit.call(path, asked)).status;

/** For each defect of access: true where it shows, false where the target is correct. */
export const accessProbes: Readonly<Record<string, Probe>> = {
  'unknown-clients-are-guests': async (kit) =>
    isIssued(await kit.desk({ ...kit.credentials('scoped'), client_id: 'nobody' })),
  'comparison-of-secrets-fails-open': async (kit) =>
    isIssued(await kit.desk({ ...kit.credentials('scoped'), client_secret: 'wrong' })),
  'a-missing-grant-is-the-only-one': async (kit) =>
    isIssued(await kit.desk({ ...kit.credentials('scoped'), grant_type: undefined })),
  'clients-found-by-partial-match': async (kit) =>
    isIssued(await kit.desk({ ...kit.credentials('scoped'), client_secret: {} })),
  'scopes-joined-by-commas': async (kit) => {
    const { json } = await kit.desk(kit.credentials('scoped'));
    return !json.scope.split(' ').includes('service:nbg');
  },
  'token-answers-live-as-long-as-tokens': async (kit) =>
    (await kit.desk(kit.credentials('scoped'))).headers['cache-control'] !== 'no-store',
  'unknown-audiences-are-the-default-one': async (kit) => {
    const { json } = await kit.desk({ ...kit.credentials('scoped'), audience: 'https://elsewhere.example' });
    return (await statusOf(kit, paths.cash, { token: String(json.access_token) })) === 200;
  },
  'signatures-remembered-alone': async (kit) => {
    await kit.call(paths.cash);
    return (await statusOf(kit, paths.cash, { token: forge(kit.good, { sub: 'me' }) })) === 200;
  },
  'unknown-algorithms-left-to-the-services': async (kit) =>
    (await statusOf(kit, paths.cash, { token: forge(kit.good, {}, { alg: 'none' }) })) === 200,
  'content-ignores-the-expiry': async (kit) =>
    (await statusOf(kit, paths.insights, { token: kit.target.expiredToken ?? null })) === 200,
  'ornaments-around-tokens': async (kit) =>
    (await statusOf(kit, paths.cash, { authorization: `Bearer "${kit.good}"` })) === 200,
  'expiry-of-writes-judged-on-the-way-out': async (kit) => {
    const refused = await move(kit, home, { token: kit.target.expiredToken ?? null });
    return refused.status === 401 && (await kit.call(paths.address)).json.address.city === 'Ulm';
  },
  'challenge-renamed-by-the-gateway': async (kit) =>
    (await kit.call(paths.cash, { token: null })).headers['www-authenticate'] === undefined,
  'bearer-in-two-spellings': async (kit) =>
    (await statusOf(kit, paths.cash, { authorization: `BEARER ${kit.good}` })) === 401,
  'hindi-listing-is-a-function-of-its-own': async (kit) =>
    (await statusOf(kit, paths.guides, { token: kit.weak })) === 403 &&
    (await statusOf(kit, paths.guides, { token: kit.weak, user: kit.target.users.second })) === 200,
  'user-id-taken-from-anywhere': async (kit) =>
    (await statusOf(kit, `${paths.cash}?x-user-id=${kit.target.users.first}`, { user: null })) === 200,
  'orders-of-the-house': async (kit) =>
    (await place(kit, { isin: 'US0378331005', side: 'buy', amount: 5 }, { user: null })).status === 201,
  'user-ids-compared-as-numbers': async (kit) =>
    (await statusOf(kit, paths.cash, { user: `0${kit.target.users.first}` })) === 200,
  'portfolio-of-the-next-user': async (kit) =>
    (await statusOf(kit, paths.portfolios, { user: '0'.repeat(24) })) === 200,
  'an-address-begins-a-user': async (kit) => (await move(kit, home, { user: nobody })).status === 200,
  'ids-of-the-future-are-malformed': async (kit) =>
    (await statusOf(kit, paths.summaries, { user: nobody })) === 400 &&
    (await statusOf(kit, paths.summaries, { user: '1'.padStart(24, '0') })) === 401,
  'batch-answers-in-the-order-of-the-query': async (kit) => {
    const ids = [kit.target.users.first, kit.target.users.second];
    const alone = await Promise.all(ids.map(async (user) => (await kit.call(paths.cash, { user })).text));
    for (const order of [
      [0, 1],
      [1, 0],
      [0, 1],
      [1, 0],
    ]) {
      const both = await Promise.all(
        order.map(async (index) => [index, (await kit.call(paths.cash, { user: ids[index] ?? null })).text] as const),
      );
      if (both.some(([index, text]) => text !== alone[index])) return true;
    }
    return false;
  },
};
