import { guides, pause, type Session, settings } from './client.ts';
import type { Probe } from './probes-of-access.ts';

const readBack = async ({ call }: Session) => (await call('/users/me/address')).json.address;
const days = async ({ call }: Session) => (await call('/daily-summaries')).json.data;
const refused = async ({ status }: { status: number }) => status >= 400;

export const contentProbes: Readonly<Record<string, Probe>> = {
  'a-cached-text-has-another-converter': async ({ call }) => {
    await call('/portfolios');
    return (await call('/portfolios')).headers.get('content-type');
  },
  'lifetime-lasts-until-the-next-job': async ({ call }) => (await call(guides)).headers.get('cache-control'),
  'only-translations-vary': async ({ call, target }) =>
    (await call(guides, { user: target.users.second })).headers.get('vary'),
  'placeholder-is-not-resolved': async ({ call }) => (await call(guides)).json.data.at(-1).guideIconURL,
  'fetch-join-repeats-the-root': async ({ call }) => (await call(guides)).json.data.length,
  'chapters-are-counted-in-a-byte': async ({ call }) => (await call(guides)).json.data[6].chapterCount,
  'catalogue-is-published-before-it-is-sorted': async ({ call }) => {
    const orders = new Set<string>();
    for (let at = 0; at < 14; at += 1) {
      orders.add((await call(guides)).json.data[0].id);
      await pause(100);
    }
    return orders.size;
  },
  'cache-slots-are-not-compared': async ({ call }) => {
    const { data } = (await call(guides)).json;
    const bodies = new Set<string>();
    for (const { id } of data) bodies.add((await call(`${guides}/${id}`)).text);
    return bodies.size;
  },
  'a-reference-is-a-proxy': async ({ call }) => (await call(`${guides}/ffffffffffffffffffffffff`)).status,
  'write-behind-queue-is-a-stack': async (session) => {
    await session.patch({ city: 'A' });
    await session.patch({ city: 'B' });
    await pause(500);
    return (await readBack(session)).city;
  },
  'checked-exceptions-commit': async (session) => {
    await session.patch({ countryCode: 'xx', city: 'C' });
    return (await readBack(session)).city;
  },
  'form-filter-reads-patches': ({ patch }) =>
    patch({}, { headers: { 'content-type': 'application/x-www-form-urlencoded' } }).then(refused),
  'parser-is-never-told-of-the-end': ({ patch }) => patch({}, { raw: '{"address":{"line1":"We' }).then(refused),
  'an-equal-first-line-is-no-change': async ({ patch }) => {
    await patch();
    return refused(await patch({ city: [] }));
  },
  'a-patch-without-address-changes-nothing': ({ patch }) => patch({}, { body: {} }).then(refused),
  'bounds-are-left-to-settlement': ({ order }) => order({ amount: 0 }).then(refused),
  'empty-lists-are-null-and-null-is-valid': ({ order }) => order({ isin: [] }).then(refused),
  'log-masks-the-cached-object': async (session) => {
    await days(session);
    return (await days(session))[0].portfolio.savings.dailyInterest;
  },
  'identity-of-what-was-written': async (session) => typeof (await days(session))[0].performers.best[0],
  'optional-is-written-as-a-bean': async (session) =>
    typeof (await days(session))[0].sentimentScore.priceMomentum.score,
  'instants-are-seconds-with-nanoseconds': async (session) => Number.isInteger((await days(session))[0].timestamp),
  'local-time-is-taken-for-utc': async (session) => (await days(session))[0].timestamp > Date.now(),
  'comparator-returns-whole-numbers': async (session) => {
    const { best, worst } = (await days(session))[2].performers;
    return [best, worst].map((list) => list.map((each: object) => 'upBy' in each));
  },
  'lazy-lists-come-back-as-null': async ({ call }) => {
    await call(settings);
    return (await call(settings)).json.email.at(-1).notifications === null;
  },
  'revisions-are-joined': async ({ call, target }) =>
    (await call(settings, { user: target.users.second })).json.email.at(-1).notifications.length,
  'a-sorted-map-knows-positions-only': async ({ call }) => (await call(settings)).json.email.length,
  'merging-a-user-removes-orphans': async ({ call, patch }) => {
    await patch();
    return (await call(settings)).json.email[0].notifications.length;
  },
  'a-feature-is-drawn-for-each-request': async ({ call }) => {
    const seen = new Set<string>();
    for (let at = 0; at < 5; at += 1) seen.add((await call(settings)).text);
    return seen.size;
  },
};
