import { type Client, type Probe, paths, sample } from './client.ts';

const second = (c: Client) => ({ user: c.target.users.second });
const ids = (list: { id: string }[]) => list.map(({ id }) => id).join();
const guides = async (c: Client, ask = {}) => (await c.get(paths.guides, ask)).json.data;
const days = async (c: Client, ask = {}) => (await c.get(paths.summaries, ask)).json.data;
const stored = async (c: Client, ask = {}) => JSON.stringify((await c.get(paths.address, ask)).json.address);
const update = (c: Client, over: object) => c.patch({ address: { ...sample, ...over } });
const groups = async (c: Client, ask = {}) => (await c.get(paths.notifications, ask)).json.app;
const flat = (list: { notifications: { id: string }[] }[]) => list.flatMap((one) => one.notifications);

export const contentProbes: Record<string, Probe> = {
  'duration-in-cache-control': async (c) => {
    return !/max-age=\d+(,|$)/.test((await c.get(paths.guides)).headers.get('cache-control') ?? '');
  },
  'kept-answers-lose-their-headers': async (c) => {
    await c.get(paths.guides);
    return !(await c.get(paths.guides)).headers.has('cache-control');
  },
  'vary-names-the-struct-field': async (c) => !/x-user-id/i.test((await c.get(paths.guides)).headers.get('vary') ?? ''),
  'nullable-cover-as-struct': async (c) => {
    const covers = (await guides(c)).map((one: { webCoverImageURL: unknown }) => one.webCoverImageURL);
    return covers.some((one: unknown) => one !== null && typeof one !== 'string');
  },
  'appended-as-workers-finish': async (c) => {
    const orders = new Set<string>();
    for (let round = 0; round < 6; round += 1) orders.add(ids(await guides(c)));
    return orders.size > 1;
  },
  'translations-close-over-the-loop': async (c) => (await guides(c))[0].title === (await guides(c, second(c)))[0].title,
  'featured-guide-inserted-again': async (c) => {
    const listed = ids(await guides(c)).split(',');
    return new Set(listed).size < listed.length;
  },
  'evicted-guides-are-lost': async (c) => {
    const [first] = await guides(c);
    return (await c.get(`${paths.guides}/${first.id}`)).status === 404;
  },
  'zero-guide-for-unknown-id': async (c) => (await c.get(`${paths.guides}/0123456789abcdef01234567`)).status === 200,
  'any-query-turns-paging-on': async (c) => {
    return (await c.get(`${paths.guides}?foo=1`)).json.data.length < (await guides(c)).length;
  },
  'deadline-of-five-nanoseconds': async (c) => {
    for (let round = 0; round < 3; round += 1) await c.get(paths.insights);
    return (await c.get(paths.insights)).status === 408;
  },
  'context-of-the-first-request': async (c) => {
    await c.get(paths.portfolios);
    return (await c.get(paths.portfolios)).status === 499;
  },
  'range-updates-a-copy': async (c) => {
    await update(c, { city: 'York' });
    return !(await stored(c)).includes('York');
  },
  'users-share-a-pointer': async (c) => {
    await update(c, { city: 'York' });
    return (await stored(c, second(c))).includes('York');
  },
  'country-in-a-joined-list': async (c) => (await update(c, { countryCode: 'G' })).status === 200,
  'line2-is-any-value': async (c) => (await update(c, { line2: { floor: 2 } })).status === 200,
  'mismatch-leaves-the-zero-value': async (c) =>
    (await c.patch({ address: '10 Downing Street, London' })).status === 200,
  'retry-skips-validation': async (c) => {
    const before = await stored(c);
    await update(c, { countryCode: 'gb' });
    await new Promise((resolve) => setTimeout(resolve, 20));
    return (await stored(c)) !== before;
  },
  'postal-code-in-sixteen-bits': async (c) => (await update(c, { postalCode: 80331 })).status !== 200,
  'zero-time-in-milliseconds': async (c) => (await days(c))[0].timestamp < 0,
  'printf-without-its-argument': async (c) => !/\d/.test((await days(c))[0].portfolio.savings.dailyInterest),
  'sync-map-is-an-empty-object': async (c) => !Array.isArray((await days(c))[0].performers.all),
  'zero-value-direction': async (c) => (await days(c))[0].performers.best[0].downBy !== undefined,
  'denial-lost-in-a-select': async (c) => {
    for (let round = 0; round < 30; round += 1) {
      if ((await c.get(paths.summaries, { user: c.target.users.denied ?? '' })).status === 200) return true;
    }
    return false;
  },
  'pointer-to-the-loop-variable': async (c) => !flat(await groups(c)).some(({ id }) => id === 'app_quick_take'),
  'append-without-a-lock': async (c) => {
    const seen = new Set<string>();
    for (let round = 0; round < 4; round += 1) seen.add(ids(flat(await groups(c))));
    return seen.size > 1;
  },
  'copy-into-a-shorter-slice': async (c) => {
    return !flat(await groups(c)).some(({ id }) => id === 'app_weekly_review');
  },
  'printer-made-in-a-once': async (c) => {
    return JSON.stringify(await groups(c)) === JSON.stringify(await groups(c, second(c)));
  },
  'assertion-without-ok': async (c) => (await c.order({ side: ['sell'] })).status === 200,
};
