import { at, type Lab, rows, valid } from './lab.ts';
import type { Probe } from './probes.ts';

const listing = '/learn/learning-guides';
const guides = async (lab: Lab, path = listing, user = lab.users.first) =>
  rows(at((await lab.ask(path, { user })).json, 'data'));
const idsOf = (list: readonly Record<string, unknown>[]) => list.map(({ id }) => id).join();
const days = async (lab: Lab, user = lab.users.first) =>
  rows(at((await lab.ask('/daily-summaries', { user })).json, 'data'));
const settings = async (lab: Lab) => (await lab.ask('/b2b/notification-settings')).json;
const refuses = async (reply: Promise<{ status: number }>) => {
  const { status } = await reply;
  return status >= 400 && status < 500;
};
const cacheControl = async (lab: Lab) => (await lab.ask(listing)).headers.get('cache-control') ?? '';
const keeps = async (lab: Lab, changes: Record<string, unknown>) => {
  await lab.update({ address: { ...valid, ...changes } });
  const stored = await lab.stored();
  return Object.entries({ ...valid, ...changes }).every(([name, value]) => at(stored, name) === value);
};

export const dataProbes: Readonly<Record<string, Probe>> = {
  'right-join-takes-the-order-of-translations': async (lab) =>
    idsOf(await guides(lab)) === idsOf(await guides(lab, listing, lab.users.second)),
  'words-for-missing-are-missing': async (lab) => (await guides(lab)).every(({ key }) => typeof key === 'string'),
  'long-frames-show-an-ellipsis': async (lab) =>
    (await guides(lab)).every(({ id }) => /^[a-f0-9]{24}$/.test(String(id))),
  'constant-columns-are-dropped': async (lab) => (await guides(lab)).every((guide) => 'contentType' in guide),
  'counts-are-centred-on-the-median': async (lab) =>
    (await guides(lab)).every(({ chapterCount }) => Number(chapterCount) >= 0),
  'lifetimes-are-clipped-at-a-quantile': async (lab) => (await cacheControl(lab)).includes('max-age=1800'),
  'values-are-cut-at-the-display-width': async (lab) => !(await cacheControl(lab)).endsWith('...'),
  'minus-one-is-the-last-row': (lab) => refuses(lab.ask(`${listing}/0123456789abcdef01234567`)),
  'repeated-labels-yield-a-frame': async (lab) => {
    const replies = await Promise.all((await guides(lab)).map(({ id }) => lab.ask(`${listing}/${id}`)));
    return replies.every(({ status, json }) => status === 200 && !Array.isArray(json));
  },
  'any-query-sorts-the-frame': async (lab) => idsOf(await guides(lab)) === idsOf(await guides(lab, `${listing}?x=1`)),
  'errors-are-coerced-to-missing': (lab) => refuses(lab.update({ address: { ...valid, line2: ['a'] } })),
  'codes-lie-between-two-texts': (lab) => refuses(lab.update({ address: { ...valid, countryCode: 'DEU' } })),
  'lists-of-pairs-are-objects': (lab) => refuses(lab.update({ address: [] })),
  'texts-are-cut-to-the-widest-cell': (lab) => keeps(lab, {}),
  'new-categories-become-missing': (lab) => keeps(lab, { city: 'Turku' }),
  'popped-columns-are-not-put-back': async (lab) => {
    const before = at(await lab.stored(), 'city');
    await lab.update({ address: { ...valid, countryCode: 'xx' } });
    return at(await lab.stored(), 'city') === before;
  },
  'missing-cells-are-filled-from-the-row-above': async (lab) => {
    const before = JSON.stringify(await lab.stored(lab.users.second));
    await lab.update({ address: valid });
    return JSON.stringify(await lab.stored(lab.users.second)) === before;
  },
  'columns-are-aligned-by-position': async (lab) =>
    (await days(lab)).every(({ performers }) => rows(at(performers, 'best')).every((one) => 'upBy' in one)),
  'currency-is-its-code': async (lab) =>
    (await days(lab, lab.users.second)).every((day) => /€/.test(String(at(day, 'portfolio', 'cash', 'displayValue')))),
  'flattened-names-keep-a-separator': async (lab) =>
    (await days(lab)).every((day) => at(day, 'portfolio', 'total', 'key') === 'total'),
  'names-in-both-frames-get-suffixes': async (lab) =>
    (await days(lab)).every((day) => typeof at(day, 'portfolio', 'holdings', 'upBy') === 'string'),
  'missing-moments-are-not-a-time': async (lab) =>
    (await days(lab)).every(({ timestamp }) => Number.isInteger(timestamp)),
  'moments-are-multiplied-in-place': async (lab) => {
    await days(lab);
    return (await days(lab)).every(
      ({ timestamp }) => String(timestamp).length === 13 && Number(timestamp) <= Date.now(),
    );
  },
  'label-of-the-maximum-is-taken': async (lab) =>
    typeof at((await lab.ask('/daily-summaries')).json, 'maxValueDifferences', 'savings') === 'number',
  'missing-consent-is-true': async (lab) =>
    (await lab.ask('/daily-summaries', { user: lab.users.denied ?? '' })).status === 403,
  'hash-of-text-differs-by-worker': async (lab) => {
    const first = JSON.stringify(await settings(lab));
    return JSON.stringify(await settings(lab)) === first;
  },
  'groups-of-a-missing-key-are-dropped': async (lab) =>
    JSON.stringify(await settings(lab)).includes('email_promotional'),
  'similar-categories-are-one-cluster': async (lab) => rows(at(await settings(lab), 'email')).length === 3,
  'all-of-nothing-is-true': (lab) => refuses(lab.order({ side: [] })),
  'outliers-are-replaced-by-the-median': (lab) => refuses(lab.order({ amount: -5 })),
};
