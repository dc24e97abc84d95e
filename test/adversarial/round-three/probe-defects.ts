import type { defects } from './defects.ts';
import { address, claimsOf, forge, type Kit, order, patch, paths, place, stranger } from './probe-client.ts';

type Probe = (kit: Kit) => Promise<boolean>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const many = <T>(count: number, make: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)));
// biome-ignore lint/suspicious/noExplicitAny: probes look into whatever came
const idsOf = async (kit: Kit, user?: string): Promise<any[]> =>
  (await kit.ask(paths.guides, user === undefined ? {} : { user })).json.data.map((guide: { id: string }) => guide.id);
const stored = async (kit: Kit): Promise<unknown> => (await kit.ask(paths.address)).json.address.line1;
const summaries = (kit: Kit, user = kit.target.users.second): ReturnType<Kit['ask']> =>
  kit.ask(paths.summaries, { user });
const failures = (kit: Kit, count: number): Promise<{ responseId: string }[]> =>
  many(count, async () => (await kit.ask('/nowhere')).json);

/** Shows each defect: true where it is at work, false on a correct server. */
export const defectProbes: Readonly<Record<(typeof defects)[number]['id'], Probe>> = {
  'secret-cut-at-72-bytes': async (kit) =>
    (await kit.desk({ client_secret: `${kit.target.clients.scoped.secret}x` })).status === 200,
  'client-found-by-secret': async (kit) => (await kit.desk({ client_id: 'nobody' })).status === 200,
  'missing-secret-is-the-previous-one': async (kit) => (await kit.desk({ client_secret: undefined })).status === 200,
  'token-body-is-mended': async (kit) => {
    const { id, secret } = kit.target.clients.scoped;
    const whole = {
      grant_type: 'client_credentials',
      audience: kit.target.audience,
      client_id: id,
      client_secret: secret,
    };
    return (await kit.post(kit.target.authUrl, JSON.stringify(whole).slice(0, -1))).status === 200;
  },
  'renewed-token-expires-in-the-past': async (kit) => (await kit.desk()).json.expires_in < 0,
  'renewal-revokes-the-new-token': async (kit) => {
    const token = (await kit.desk()).json.access_token;
    return (await kit.ask(paths.cash, { token })).status === 401 && (await kit.ask(paths.cash)).status === 200;
  },
  'payload-is-compressed': async (kit) => {
    try {
      return claimsOf(kit.good) === undefined;
    } catch {
      return (await kit.ask(paths.cash)).status === 200;
    }
  },
  'expiry-claim-two-minutes-early': async (kit) => Number(claimsOf(kit.good)['exp']) - Date.now() / 1000 < 3540,
  'connection-remembers-the-token': async (kit) => {
    await kit.ask(paths.cash);
    return (await kit.ask(paths.cash, { token: null })).status === 200;
  },
  'bearer-pattern-without-anchors': async (kit) =>
    (await kit.ask(paths.cash, { headers: { Authorization: `Basic x, Bearer ${kit.good} y` } })).status === 200,
  'user-was-proven-a-moment-ago': async (kit) => {
    await kit.ask(paths.cash);
    return (await kit.ask(paths.cash, { token: forge(kit.good) })).status === 200;
  },
  'empty-signature-was-checked-at-the-edge': async (kit) =>
    (await kit.ask(paths.cash, { token: kit.good.replace(/[^.]*$/, '') })).status === 200,
  'leeway-in-milliseconds': async (kit) =>
    (await kit.ask(paths.cash, { token: kit.target.expiredToken ?? '' })).status === 200,
  'refused-update-waits-for-a-good-token': async (kit) => {
    const refused = await patch(kit, { line1: 'Później 5' }, { token: forge(kit.good) });
    return refused.status === 401 && (await stored(kit)) === 'Później 5';
  },
  'refusal-is-laid-over-the-answer': async (kit) =>
    (await kit.ask(paths.portfolios, { token: null })).json.data !== undefined,
  'scopes-compared-up-to-the-colon': async (kit) => (await kit.ask(paths.guides, { token: kit.weak })).status === 200,
  'quota-used-up-is-forbidden': async (kit) =>
    (await many(41, () => kit.ask(paths.guides))).some(({ status }) => status === 403),
  'last-of-several-user-ids': async (kit) =>
    (await kit.ask(paths.cash, { user: `${stranger}, ${kit.target.users.first}` })).status === 200,
  'no-settings-for-nobody': async (kit) => (await kit.ask(paths.settings, { user: stranger })).status === 200,
  'third-stranger-is-forbidden': async (kit) => {
    await summaries(kit, stranger);
    await summaries(kit, stranger);
    return (await summaries(kit, stranger)).status === 403;
  },
  'portfolios-are-loaded-once-at-a-time': async (kit) => {
    const { first, second } = kit.target.users;
    const answers = await many(2, (at) => kit.ask(paths.portfolios, { user: at === 0 ? first : second }));
    return answers[0]?.json.currency === answers[1]?.json.currency;
  },
  'stranger-named-in-the-description': async (kit) =>
    (await summaries(kit, stranger)).json.error.message !== 'User not found',
  'broken-escape-in-plain-text': async (kit) => (await kit.ask(`${paths.guides}/%zz`)).json === undefined,
  'expired-token-in-oauth-words': async (kit) =>
    (await kit.ask(paths.cash, { token: kit.target.expiredToken ?? '' })).json.responseId === undefined,
  'inner-status-stays-in-the-body': async (kit) => {
    const { status, json } = await place(kit, '{"isin":');
    return status !== json.status;
  },
  'response-id-loses-zeros': async (kit) => !(await failures(kit, 60)).every(({ responseId }) => uuid.test(responseId)),
  'response-id-from-clock': async (kit) => new Set((await failures(kit, 60)).map((it) => it.responseId)).size < 60,
  'parser-shows-its-stack': async (kit) => /\n\s+at .*bodies\.ts/.test((await place(kit, '{')).json.error.description),
  'descriptions-cut-by-bytes': async (kit) =>
    (await kit.ask(paths.guides, { user: kit.target.users.second })).json === undefined,
  'length-counted-in-characters': async (kit) => {
    const short = await kit.ask(paths.settings, { headers: { Connection: 'close' } }).catch(() => undefined);
    return short?.json === undefined;
  },
  'geocoder-stumbles-over-half-letters': async (kit) => (await patch(kit, { city: 'Łódź\ud800' })).status === 500,
  'caches-ask-again-for-cash': async (kit) =>
    /must-revalidate/.test((await kit.ask(paths.cash)).header('cache-control') ?? ''),
  'guides-in-order-of-completion': async (kit) => {
    const before = await idsOf(kit);
    return before.join() !== (await idsOf(kit)).join();
  },
  'kept-listing-without-cache-control': async (kit) => {
    const before = (await kit.ask(paths.guides)).header('cache-control');
    return before !== undefined && (await kit.ask(paths.guides)).header('cache-control') === undefined;
  },
  'expiry-in-local-time': async (kit) => {
    const listing = await kit.ask(paths.guides);
    const lifetime = Date.parse(listing.header('expires') ?? '') - Date.parse(listing.header('date') ?? '');
    return Math.abs(lifetime - 9_000_000) < 5000;
  },
  'greek-guides-have-ids-of-their-own': async (kit) => {
    const [id] = await idsOf(kit, kit.target.users.second);
    const isThere = (await kit.ask(`${paths.guides}/${id}`)).status === 200;
    return isThere && !(await idsOf(kit)).includes(id);
  },
  'search-misses-the-last-guide': async (kit) =>
    (await kit.ask(`${paths.guides}/${(await idsOf(kit)).at(-1)}`)).status === 404,
  'id-around-an-e-is-a-number': async (kit) =>
    (await kit.ask(`${paths.guides}/${(await idsOf(kit))[0]}`)).status === 404,
  'other-characters-leave-the-guide-id': async (kit) =>
    (await kit.ask(`${paths.guides}/${(await idsOf(kit))[3]}z`)).status === 200,
  'second-reader-of-cash-conflicts': async (kit) =>
    (await many(2, () => kit.ask(paths.cash))).some(({ status }) => status === 409),
  'postal-code-keeps-its-first-type': async (kit) => {
    await patch(kit);
    return (await patch(kit, { postalCode: '31-042' })).status === 400;
  },
  'unchanged-address-was-not-found': async (kit) => {
    await patch(kit);
    return (await patch(kit)).status === 404;
  },
  'empty-list-updates-nothing': async (kit) => (await patch(kit, {}, { body: { address: [] } })).status === 200,
  'refused-update-keeps-its-lock': async (kit) => {
    await patch(kit, { city: {} });
    return (await patch(kit)).status === 423;
  },
  'what-was-loaded-is-not-written': async (kit) => {
    const before = (await kit.ask(paths.address)).json.address;
    await patch(kit, { ...address, line1: 'Inna 3' });
    await patch(kit, before);
    return (await stored(kit)) === 'Inna 3';
  },
  'oldest-day-has-no-climb': async (kit) => (await summaries(kit)).json.data[0].portfolio.total.upBy === undefined,
  'differences-skip-what-stood-still': async (kit) => (await summaries(kit)).json.maxValueDifferences.cash === null,
  'live-snapshot-keeps-microseconds': async (kit) =>
    !Number.isInteger((await summaries(kit)).json.data.at(-1).timestamp),
  'denied-user-has-an-empty-history': async (kit) => (await summaries(kit, kit.target.users.denied)).status === 200,
  'nothing-is-a-dash': async (kit) => !/\d/.test((await summaries(kit)).json.data[0].portfolio.savings.displayValue),
  'today-is-stamped-at-its-end': async (kit) =>
    (await summaries(kit)).json.data.at(-1).timestamp > Date.now() + 3_600_000,
  'groups-split-by-what-is-active': async (kit) => (await kit.ask(paths.settings)).json.app.length > 3,
  'experiment-hides-a-notification': async (kit) =>
    new Set(await many(3, async () => (await kit.ask(paths.settings)).bytes.length)).size > 1,
  'notifications-speak-as-the-client': async (kit) =>
    (await kit.ask(paths.settings, { user: kit.target.users.second })).json.app[0].category === 'Aktywność',
  'silent-channel-is-left-out': async (kit) =>
    (await kit.ask(paths.settings, { user: kit.target.users.second })).json.email === undefined,
  'text-is-not-below-zero': async (kit) => (await place(kit, { ...order, amount: 'abc' })).status === 201,
  'gaps-are-filled-from-the-last-order': async (kit) => {
    await place(kit, order);
    return (await place(kit, '5')).status === 201;
  },
  'order-parser-knows-nan': async (kit) =>
    (await place(kit, JSON.stringify(order).replace(':100', ':NaN'))).status === 201,
  'amounts-are-unsigned': async (kit) => (await place(kit, { ...order, amount: -5 })).status === 201,
  'history-knows-a-hidden-limit': async (kit) => (await kit.ask(`${paths.summaries}?limit=1`)).json.data.length === 1,
};
