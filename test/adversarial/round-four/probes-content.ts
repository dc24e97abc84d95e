import { home, move, nobody, paths, place, trade } from './kit.ts';
import type { Probe } from './probes-access.ts';

const guideIds = (listing: { json: { data: { id: string }[] } }): string[] => listing.json.data.map(({ id }) => id);

/** For each defect of content: true where it shows, false where the target is correct. */
export const contentProbes: Readonly<Record<string, Probe>> = {
  'refused-orders-encoded-twice': async (kit) => typeof (await place(kit, { ...trade, isin: 5 })).json === 'string',
  'status-kept-in-the-instance': async (kit) => {
    const both = await Promise.all([kit.call(paths.cash, { user: 'x' }), kit.call(paths.cash, { token: null })]);
    return both.some(({ status, json }) => json.status !== status);
  },
  'response-id-made-of-the-request': async (kit) => {
    const [once, again] = [await kit.call(paths.cash, { user: nobody }), await kit.call(paths.cash, { user: nobody })];
    return once.json.responseId === again.json.responseId;
  },
  'missing-files-named': async (kit) => /\/var\/task/.test((await kit.call(`${paths.guides}/${nobody}`)).text),
  'unknown-paths-are-a-health-check': async (kit) => (await kit.call('/no/such/path')).status === 200,
  'limiter-reads-tokens-unchecked': async (kit) => (await kit.call(paths.cash, { token: 'a.b.c' })).status === 500,
  'log-decodes-the-query': async (kit) => (await kit.call(`${paths.cash}?q=%zz`)).status === 500,
  'postal-codes-become-big-integers': async (kit) => (await move(kit, { ...home, postalCode: 1.5 })).status === 500,
  'columns-cannot-hold-nul': async (kit) => (await move(kit, { ...home, city: 'U\0lm' })).status === 500,
  'ratio-of-nothing': async (kit) =>
    (await kit.call(paths.portfolios, { user: kit.target.users.second })).json === undefined,
  'shared-lifetime-of-zero': async (kit) =>
    /s-maxage/.test(String((await kit.call(paths.settings)).headers['cache-control'])),
  'lifetime-with-jitter': async (kit) => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => kit.call(paths.guides)));
    return answers.some(({ headers }) => headers['cache-control'] !== 'private, max-age=1800');
  },
  'kept-listing-comes-back-by-text-order': async (kit) => {
    const [made, kept] = [await kit.call(paths.guides), await kit.call(paths.guides)];
    return guideIds(made).join() !== guideIds(kept).join();
  },
  'language-kept-with-the-token': async (kit) =>
    (await kit.call(paths.guides)).text === (await kit.call(paths.guides, { user: kit.target.users.second })).text,
  'another-form-without-accept': async (kit) =>
    (await kit.call(paths.guides)).json.data === undefined &&
    Array.isArray((await kit.call(paths.guides, { headers: { accept: 'application/json' } })).json.data),
  'filtered-list-keeps-its-keys': async (kit) =>
    !Array.isArray((await kit.call(paths.guides, { user: kit.target.users.second })).json.data),
  'untranslated-guides-left-out': async (kit) =>
    guideIds(await kit.call(paths.guides, { user: kit.target.users.second })).length === 38,
  'full-guides-loaded-by-the-default-limit': async (kit) => {
    const last = guideIds(await kit.call(paths.guides)).at(-1);
    return (await kit.call(`${paths.guides}/${last}`)).status === 404;
  },
  'mistyped-guide-ids-corrected': async (kit) => {
    const id = guideIds(await kit.call(paths.guides))[3] ?? '';
    const wrong = [`z${id.slice(1)}`, `${id.slice(0, 9)}Z${id.slice(10)}`, id.slice(1), `${id}0`];
    const statuses = await Promise.all(wrong.map(async (one) => (await kit.call(`${paths.guides}/${one}`)).status));
    return statuses.every((status) => status === 200);
  },
  'unknown-guides-are-null': async (kit) => (await kit.call(`${paths.guides}/${nobody}`)).text === 'null',
  'portfolios-moved-behind-a-slash': async (kit) => (await kit.call(paths.portfolios)).status === 308,
  'comments-and-last-commas-taken-out': async (kit) => {
    const raw = JSON.stringify({ address: home }).replace(/}$/, ',}');
    return (await kit.call(paths.address, { method: 'PATCH', raw })).status === 200;
  },
  'address-may-lie-at-the-top': async (kit) =>
    (await kit.call(paths.address, { method: 'PATCH', body: home })).status === 200,
  'second-line-not-checked': async (kit) => (await move(kit, { ...home, line2: { a: 1 } })).status === 200,
  'postal-codes-grouped-by-thousands': async (kit) => {
    await move(kit, home);
    return (await kit.call(paths.address)).json.address.postalCode !== 89073;
  },
  'address-stream-named-by-path': async (kit) => {
    await move(kit, home);
    return (await kit.call(paths.address, { user: kit.target.users.second })).json.address.city === 'Ulm';
  },
  'old-address-cleared-first': async (kit) => {
    await move(kit, 'nowhere');
    return (await kit.call(paths.address)).json.address === null;
  },
  'country-code-checked-by-half': async (kit) => (await move(kit, { ...home, countryCode: '12' })).status === 200,
  'keys-translated-along': async (kit) =>
    (await kit.call(paths.summaries, { user: kit.target.users.second })).json.data[0].portfolio.cash.key !== 'cash',
  'large-integers-are-text': async (kit) =>
    typeof (await kit.call(paths.summaries)).json.data[0].timestamp === 'string',
  'summaries-kept-before-the-decision': async (kit) => {
    const asked = { user: kit.target.users.denied ?? null };
    return (
      (await kit.call(paths.summaries, asked)).status === 403 && (await kit.call(paths.summaries, asked)).status === 200
    );
  },
  'groups-found-by-category-alone': async (kit) =>
    JSON.stringify((await kit.call(paths.settings)).json.app).includes('email_'),
  'each-survey-has-a-fresh-id': async (kit) => {
    const [once, again] = [await kit.call(paths.settings), await kit.call(paths.settings)];
    return once.text !== again.text;
  },
  'settings-made-by-the-first-reading': async (kit) =>
    (await kit.call(paths.settings)).status === 201 && (await kit.call(paths.settings)).status === 200,
  'all-but-sell-is-a-buy': async (kit) => (await place(kit, { ...trade, side: {} })).status === 201,
  'python-notation-repaired': async (kit) =>
    (await kit.call(paths.orders, { method: 'POST', raw: JSON.stringify(trade).replaceAll('"', "'") })).status === 201,
  'negative-amounts-are-sales': async (kit) => (await place(kit, { ...trade, amount: -10 })).status === 201,
  'language-known-for-the-exact-address-only': async (kit) =>
    (await kit.call(`${paths.settings}?x=1`)).text !== (await kit.call(paths.settings)).text,
};
