import type { Endpoint, FaultyToggle, Json, Layer } from './layer.ts';

const of = (endpoint: Endpoint, change: (body: Json) => unknown): Layer => ({
  document: (exchange, body) => (exchange.endpoint === endpoint ? change(body) : body),
});

/** Changes one day, or all of them. */
const day = (which: number | 'all', change: (day: Json) => Json): Layer =>
  of('summaries', (body) => {
    const data = body['data'] as Json[];
    return { ...body, data: data.map((one, at) => (which === 'all' || at === which ? change(one) : one)) };
  });

/** Replaces the value at a path of member names. */
const at = (document: unknown, path: readonly string[], change: (value: unknown) => unknown): unknown => {
  const [name, ...rest] = path;
  if (name === undefined) return change(document);
  if (Array.isArray(document)) return document.map((one, index) => (`${index}` === name ? at(one, rest, change) : one));
  const members = document as Json;
  return { ...members, [name]: at(members[name], rest, change) };
};

const dayAt = (which: number | 'all', path: string, change: (value: unknown) => unknown): Layer =>
  day(which, (one) => at(one, path.split('.'), change) as Json);

const weightsEscaped = (list: unknown): Json[] =>
  (list as Json[]).map((one) => ({ ...one, weight: String(one['weight']).replace('%', '&#37;') }));

const inPairs = <T>(list: readonly T[]): T[][] =>
  list.flatMap((_, index) => (index % 2 === 0 ? [list.slice(index, index + 2)] : []));

const untilOff = (groups: unknown): Json[] =>
  (groups as Json[]).map((group) => {
    const all = group['notifications'] as Json[];
    const off = all.findIndex((one) => one['active'] === false);
    return { ...group, notifications: off > 0 ? all.slice(0, off) : all };
  });

export const faultsOfDocuments: readonly FaultyToggle[] = [
  {
    id: 'label-is-a-case-object',
    title: 'A label of the third day is written as a case object, { "neutral": {} }',
    breaks: 'summaries/schema',
    layer: () => dayAt(2, 'sentimentScore.news.label', () => ({ neutral: {} })),
  },
  {
    id: 'archived-performers-are-tuples',
    title: 'The performers of the oldest day were archived as tuples, and come as lists without names',
    breaks: 'summaries/schema',
    layer: () => dayAt(0, 'performers.all', (all) => (all as Json[]).map((one) => Object.values(one))),
  },
  {
    id: 'key-is-a-symbol',
    title: 'The key of the savings is a symbol where it comes from the journal, and its text is Symbol(savings)',
    breaks: 'summaries/member-key',
    layer: () => dayAt(1, 'portfolio.savings.key', (key) => `Symbol(${key})`),
  },
  {
    id: 'difference-is-a-range',
    title: 'The largest difference of the holdings is a range, written as the list of its two ends',
    breaks: 'summaries/max-value-differences',
    layer: () => of('summaries', (body) => at(body, ['maxValueDifferences', 'holdings'], (most) => [0, most]) as Json),
  },
  {
    id: 'asset-that-moved-twice-has-two-directions',
    title: 'Events of one asset on one day are folded into a list: what rose twice has two texts for upBy',
    breaks: 'summaries/performer-direction',
    layer: () => dayAt(3, 'performers.all.0.upBy', (upBy) => [upBy, '0.4%']),
  },
  {
    id: 'newest-day-by-the-monotonic-clock',
    title: 'The newest snapshot, which no event has dated yet, is dated by the monotonic clock of the process',
    breaks: 'summaries/timestamp-digits',
    layer: () => dayAt(4, 'timestamp', () => Math.round(performance.now())),
  },
  {
    id: 'amount-too-wide-for-its-column',
    title: 'An amount that is too wide for its column is filled with number signs, as in a spreadsheet',
    breaks: 'summaries/currency-text',
    layer: () =>
      day('all', (one) => {
        const { value } = (one['portfolio'] as Record<string, Json>)['total'] ?? {};
        return Number(value) < 16_500
          ? one
          : (at(one, ['portfolio', 'total', 'displayValue'], () => '########') as Json);
      }),
  },
  {
    id: 'percent-sign-escaped-for-a-page',
    title: 'The per cent sign of a weight is escaped for HTML, 41.3&#37;',
    breaks: 'summaries/percent-text',
    layer: () =>
      day('all', (one) => {
        const performers = Object.entries(one['performers'] as Json);
        return {
          ...one,
          performers: Object.fromEntries(performers.map(([name, list]) => [name, weightsEscaped(list)])),
        };
      }),
  },
  {
    id: 'notifications-are-grouped-in-pairs',
    title: 'The stream of notifications is grouped by two for the screen, and stays so: a list of lists',
    breaks: 'notifications/schema',
    layer: () =>
      of('notifications', (body) => at(body, ['app', '1', 'notifications'], (all) => inPairs(all as Json[])) as Json),
  },
  {
    id: 'channels-named-by-their-cases',
    title: 'The channels are keys of a map, whose codec writes the names of the cases: App and Email',
    breaks: 'notifications/channels-present',
    layer: () => of('notifications', ({ app, email }) => ({ App: app, Email: email })),
  },
  {
    id: 'stream-is-taken-while-on',
    title:
      'The stream of notifications is taken while they are on, so that those behind the first that is off are lost',
    breaks: 'notifications/known-ids-complete',
    layer: () => of('notifications', ({ app, email }) => ({ app: untilOff(app), email: untilOff(email) })),
  },
];
