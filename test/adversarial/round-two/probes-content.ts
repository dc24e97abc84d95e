import type { contentDefects } from './defects-content.ts';
import type { Probe } from './probes-access.ts';
import type { Json, Session } from './session.ts';

const guides = '/learn/learning-guides';
const address = { line1: 'Weg 1', city: 'Ulm', postalCode: 89073, countryCode: 'DE' };
const order = { isin: 'US0378331005', side: 'buy', amount: 100 };

const listGuides = async (s: Session, user = s.target.users.first): Promise<Json[]> =>
  (await s.call(guides, { user })).json.data;
const readSummaries = async (s: Session, user = s.target.users.first): Promise<Json> =>
  (await s.call('/daily-summaries', { user })).json;
const readSettings = async (s: Session): Promise<Json> => (await s.call('/b2b/notification-settings')).json;
const idsOf = (groups: Json[]): string[][] =>
  groups.map(({ notifications }) => notifications.map(({ id }: { id: string }) => id));

export const contentProbes: Record<(typeof contentDefects)[number]['id'], Probe> = {
  'guides-untranslated-is-null': async (s) =>
    (await listGuides(s, s.target.users.second)).every(({ description }) => typeof description === 'string'),
  'guides-lifetime-on-hit': async (s) => {
    await s.call(guides);
    return (await s.call(guides)).headers['cache-control'];
  },
  'guides-tie-in-any-order': async (s) => [(await listGuides(s)).at(-1).id, (await listGuides(s)).at(-1).id],
  'guides-cache-without-language': async (s) => [
    (await listGuides(s))[0].title,
    (await listGuides(s, s.target.users.second))[0].title,
  ],
  'guides-refusal-cacheable': async (s) => (await s.call(guides, { token: null })).headers['cache-control'],
  'guides-own-id-per-language': async (s) => {
    const [own, other] = [await listGuides(s), await listGuides(s, s.target.users.second)];
    return own.filter(({ id }, i) => other[i].id !== id).length;
  },
  'guide-cache-by-id-prefix': async (s) => {
    const list = await listGuides(s);
    const full = await Promise.all([list[0], list[1]].map(({ id }) => s.call(`${guides}/${id}`)));
    return new Set(full.map(({ text }) => text)).size;
  },
  'guide-found-by-prefix': async (s) => s.status(`${guides}/${(await listGuides(s))[0].id.slice(0, 23)}`),
  'cash-wants-a-content-type': (s) => s.status('/cash'),
  'address-nothing-changed-is-400': async (s) => [(await s.patch(address)).status, (await s.patch(address)).status],
  'address-trailing-tokens': (s) =>
    s.status('/users/me/address', { method: 'PATCH', body: `${JSON.stringify({ address })} and more` }),
  'address-second-write-dropped': async (s) => {
    await s.patch(address);
    await s.patch({ ...address, line1: 'Weg 2' });
    return (await s.storedAddress()).line1;
  },
  'address-shared-between-users': async (s) => {
    await s.patch(address);
    return (await s.storedAddress(s.target.users.second)).line1;
  },
  'address-stored-member-by-member': async (s) => {
    const { status } = await s.patch({ ...address, countryCode: 'de' });
    return [status, (await s.storedAddress()).line1];
  },
  'summaries-losing-day': async (s) => Object.keys((await readSummaries(s)).data.at(-1).portfolio.total),
  'summaries-maximum-of-nothing': async (s) => (await readSummaries(s, s.target.users.second)).maxValueDifferences,
  'summaries-unchanged-goes-both-ways': async (s) =>
    (await readSummaries(s)).data[0].performers.all.filter((one: Json) => one.upBy && one.downBy).length,
  'summaries-denied-gets-nothing': (s) => s.status('/daily-summaries', { user: s.target.users.denied ?? '' }),
  'summaries-worst-are-the-last-three': async (s) =>
    (await readSummaries(s)).data[0].performers.worst.every((one: Json) => one.downBy),
  'notifications-split-at-three': async (s) => idsOf((await readSettings(s)).app),
  'notifications-two-releases': async (s) =>
    [idsOf((await readSettings(s)).app), idsOf((await readSettings(s)).app)].map((ids) => ids.flat().length),
  'notifications-muted-left-out': async (s) => idsOf((await readSettings(s)).app).flat().length,
  'orders-list-accepted': async (s) => (await s.order([order])).status,
  'orders-amount-coerced': async (s) => (await s.order({ ...order, amount: [100] })).status,
  'query-filters-the-list': async (s) => (await s.call('/daily-summaries?zz=1')).json.data.length,
};
