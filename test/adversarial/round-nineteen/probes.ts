import type { Tester } from './client.ts';
import { accessProbes, type Probe } from './probes-access.ts';
import { cycleProbes } from './probes-cycle.ts';

const listing = '/learn/learning-guides';
// biome-ignore lint/suspicious/noExplicitAny: probes look into bodies of any shape.
type Any = any;

const guides = async (t: Tester, user = t.first): Promise<Any[]> => (await t.send(listing, { user })).json.data;
const days = async (t: Tester): Promise<Any[]> => (await t.send('/daily-summaries')).json.data;
const settings = async (t: Tester): Promise<Any> =>
  (await t.send('/b2b/notification-settings', { user: t.second })).json;

async function same(ask: () => Promise<unknown>): Promise<boolean> {
  const before = JSON.stringify(await ask());
  return before === JSON.stringify(await ask());
}

const bodyProbes: Record<string, Probe> = {
  'times-sign-in-an-address': async (t) => !(await guides(t)).some((guide) => guide.mobileCoverImageURL.includes('×')),
  'last-title-is-rendered': async (t) => typeof (await guides(t)).at(-1).title === 'string',
  'excerpt-breaks-a-letter': async (t) => (await guides(t, t.second)).every((guide) => guide.description !== null),
  'sticky-post-is-prepended': async (t) =>
    new Set((await guides(t)).map(({ id }) => id)).size === (await guides(t)).length,
  'kept-ids-are-queried-without-their-order': (t) => same(() => guides(t)),
  'page-cache-varies-by-cookie': async (t) => /x-user-id/.test((await t.send(listing)).headers.get('vary') ?? ''),
  'constant-stays-defined': async (t) => {
    await settings(t);
    return /max-age=1800/.test((await t.send(listing)).headers.get('cache-control') ?? '');
  },
  'scheduled-day-is-shown': async (t) => (await days(t)).every((day) => day.timestamp <= Date.now()),
  'dollar-and-digits-are-a-reference': async (t) =>
    (await days(t)).every((day) => day.portfolio.cash.displayValue.includes('$')),
  'placeholder-of-percent-stays': async (t) =>
    (await days(t)).every((day) => day.performers.all[0].weight.includes('%')),
  'meta-values-are-ordered-as-text': async (t) =>
    (await days(t)).every((day) => day.performers.best.every((asset: Any) => asset.upBy)),
  'loop-leaves-its-reference': async (t) => (await days(t)).every((day) => day.portfolio.total.key === 'total'),
  'shortcode-attributes-are-lower-cased': async (t) => (await days(t)).every((day) => day.performers.all[0].assetId),
  'missing-meta-row-is-an-empty-text': async (t) =>
    (await days(t)).every((day) => typeof day.sentimentScore.analyst.score === 'number'),
  'private-post-is-not-found': async (t) =>
    (await t.send('/daily-summaries', { user: t.target.users.denied })).status === 403,
  'defaults-merged-recursively': async (t) => typeof (await settings(t)).email[1].notifications[0].active === 'boolean',
  'defaults-fill-the-top-level-only': async (t) => (await settings(t)).app[1].notifications.length === 5,
  'unique-id-counts-on': (t) => same(() => settings(t)),
  'serialised-length-is-wrong': async (t) => Array.isArray((await settings(t)).email),
  'amounts-through-absint': async (t) => (await t.order(-5)).status === 400,
  'anything-is-greater-than-zero': async (t) =>
    (await t.order([1])).status === 400 && (await t.order('abc')).status === 400,
};

export const probes: Record<string, Probe> = { ...accessProbes, ...cycleProbes, ...bodyProbes };
