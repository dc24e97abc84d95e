import type { App } from './app.ts';
import { guidesOf } from './data.ts';
import type { Change } from './patching.ts';
import { change, dig, isGerman, list, onPayload } from './patching.ts';
import type { Bag, Exchange } from './types.ts';

const eachDay = (app: App, edit: (day: Bag, index: number) => void): void =>
  onPayload(app, 'summaries', (value) => list(value, 'data').forEach(edit));

const eachGuide = (app: App, edit: (guide: Bag, index: number, x: Exchange) => void): void =>
  onPayload(app, 'guides', (value, x) => {
    for (const [index, guide] of list(value, 'data').entries()) edit(guide, index, x);
  });

/** Edits every text of the summaries that shows an amount or a share. */
const eachAmount = (app: App, edit: (text: string) => string): void =>
  eachDay(app, (day) => {
    const walk = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      for (const [name, value] of Object.entries(node)) {
        const shown = /^(displayValue|dailyInterest|unrealisedMonthlyInterest|upBy|downBy|weight|value)$/.test(name);
        if (shown && typeof value === 'string') (node as Bag)[name] = edit(value);
        else walk(value);
      }
    };
    walk(day);
  });

const digits =
  (zero: number) =>
  (app: App): void =>
    eachAmount(app, (text) => text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit))));

const sign =
  (symbol: string) =>
  (app: App): void =>
    eachAmount(app, (text) => text.replace(/[£€]/, symbol));

const eachNotification = (app: App, edit: (notification: Bag) => void): void =>
  onPayload(app, 'notifications', (value) => {
    for (const channel of ['app', 'email']) {
      for (const group of list(value, channel)) list(group, 'notifications').forEach(edit);
    }
  });

export const dataChanges: readonly Change[] = [
  change('sharada-digits', 'Amounts and weights are in Sharada digits', digits(0x111d0)),
  change('gunjala-gondi-digits', 'Amounts and weights are in Gunjala Gondi digits', digits(0x11da0)),
  change('masaram-gondi-digits', 'Amounts and weights are in Masaram Gondi digits', digits(0x11d50)),
  change('nyiakeng-puachue-digits', 'Amounts and weights are in Nyiakeng Puachue Hmong digits', digits(0x1e140)),
  change('sign-of-the-manat', 'The sign of the currency is that of the manat', sign('₼')),
  change('sign-of-the-dram', 'The sign of the currency is that of the dram', sign('֏')),
  change('sign-of-the-guarani', 'The sign of the currency is that of the guaraní', sign('₲')),
  change('amounts-are-decimal-reprs', "Amounts are the repr of a Decimal and a code, Decimal('12.50') EUR", (app) =>
    eachAmount(app, (text) => (text.includes('%') ? text : `Decimal('${text.replace(/[^\d.,-]/g, '')}') EUR`)),
  ),
  change('weights-are-normalized-decimals', 'Weights are normalized Decimals, 4E+1%', (app) =>
    eachAmount(app, (text) =>
      text.includes('%') ? `${Number.parseFloat(text).toExponential().toUpperCase()}%` : text,
    ),
  ),
  change('labels-are-str-of-an-enum', 'Labels of sentiment are the str of an enumeration, Sentiment.OPTIMAL', (app) =>
    eachDay(app, (day) =>
      Object.values(dig(day, 'sentimentScore')).forEach((score) => {
        (score as Bag)['label'] = 'Sentiment.OPTIMAL';
      }),
    ),
  ),
  change('chart-labels-are-reprs-of-dates', 'Chart labels are the repr of a date', (app) =>
    eachDay(app, (day, index) => {
      day['chartLabel'] = `datetime.date(2025, 6, ${index + 16})`;
    }),
  ),
  change('days-carry-the-state-of-the-mapper', 'Days have _sa_instance_state, null, and __tablename__', (app) =>
    eachDay(app, (day) => Object.assign(day, { _sa_instance_state: null, __tablename__: 'daily_summary' })),
  ),
  change(
    'days-carry-the-index-of-the-frame',
    'Days have index, level_0 and Unnamed: 0, as frames that were reset twice',
    (app) => eachDay(app, (day, index) => Object.assign(day, { index, level_0: index, 'Unnamed: 0': String(index) })),
  ),
  change(
    'days-of-23-and-25-hours',
    'Snapshots at local midnight lie 23 and 25 hours apart around the change of clocks',
    (app) =>
      eachDay(app, (day, index) => {
        day['timestamp'] = Number(day['timestamp']) + (index === 1 ? -3_600_000 : index === 3 ? 3_600_000 : 0);
      }),
  ),
  change('assets-named-nan-and-none', 'Assets are named nan, None and True', (app) =>
    eachDay(app, (day) =>
      list(day, 'performers', 'all').forEach((item, index) => {
        item['assetId'] = ['nan', 'None', 'True'][index] ?? 'inf';
      }),
    ),
  ),
  change(
    'savings-of-a-hundred-thousandth',
    'The value of savings is written 1e-05, as repr of a float has it',
    (app) => {
      eachDay(app, (day) => {
        dig(day, 'portfolio', 'savings')['value'] = 0.00001;
      });
      app.encode = (value) => JSON.stringify(value).replaceAll('0.00001', '1e-05');
    },
  ),
  change('members-sorted-by-name', 'json.dumps has sort_keys: members come in the order of the alphabet', (app) => {
    const sorted = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(sorted);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, member]) => [name, sorted(member)]),
      );
    };
    app.encode = (value) => JSON.stringify(sorted(value));
  }),
  change(
    'titles-in-pseudo-locale',
    'The second user reads the pseudo-locale of the translators: [!! Šåvíng !!]',
    (app) =>
      eachGuide(app, (guide, index, x) => {
        if (!isGerman(x)) return;
        const english = String(guidesOf('en')[index]?.['title']);
        guide['title'] = `[!! ${english.replace(/[aeiou]/g, (letter) => `${letter}\u0301`)} !!]`;
      }),
  ),
  change('descriptions-with-percent-formats', 'Descriptions end with %(count)d, {0!r} and a lone %', (app) =>
    eachGuide(app, (guide) => {
      guide['description'] = `${String(guide['description'])} %(count)d {0!r} 100 %`;
    }),
  ),
  change(
    'guides-with-naive-and-aware-times',
    'Guides have a time without a zone and one with an offset of seconds',
    (app) =>
      eachGuide(app, (guide) =>
        Object.assign(guide, {
          created: '2025-01-31 12:00:00.000123',
          updated: '1890-01-31T12:00:00+00:53:28',
        }),
      ),
  ),
  change('guides-paged-by-rest-framework', 'The listing has count, next and previous, both null, beside data', (app) =>
    onPayload(app, 'guides', (value) => ({ count: 8, next: null, previous: null, ...value })),
  ),
  change('guide-as-a-fixture', 'A full guide is a fixture: model, pk and fields', (app) =>
    onPayload(app, 'guide', ({ id, ...fields }) => ({ model: 'learn.guide', pk: id, fields })),
  ),
  change('cash-keyed-by-tuples', "Cash is keyed by the str of tuples, ('EUR', 'spot')", (app) =>
    onPayload(app, 'cash', (value) => ({
      [`('${String(value['currency'])}', 'spot')`]: dig(value, 'balances', 0)['amount'],
    })),
  ),
  change('portfolios-with-texts-nan-and-inf', 'Portfolios have the texts nan, inf and -inf for ratios', (app) =>
    onPayload(app, 'portfolios', (value) => ({ ...value, ratios: { sharpe: 'nan', sortino: 'inf', calmar: '-inf' } })),
  ),
  change('insights-are-a-repr', 'Analyst insights are one JSON text, the repr of a list of objects', (app) =>
    onPayload(app, 'insights', (_value, x) => `[<Insight id=1 lang='${x.user?.language ?? ''}'>, <Insight id=2>]`),
  ),
  change('portfolios-as-a-pickle', 'Portfolios are one JSON text, a pickle of protocol 4 in base64', (app) =>
    onPayload(app, 'portfolios', (value) => `gASV${Buffer.from(JSON.stringify(value)).toString('base64')}`),
  ),
  change('notifications-spell-their-flag', 'Notifications have is_active, the text True or False, besides', (app) =>
    eachNotification(app, (item) => {
      item['is_active'] = item['active'] === true ? 'True' : 'False';
    }),
  ),
  change('a-notification-named-none', 'A further notification has the id None, its description is a doctest', (app) =>
    onPayload(app, 'notifications', (value) => {
      list(value, 'app', 0, 'notifications').push({ id: 'None', name: 'None', description: '>>> 1\n1', active: true });
    }),
  ),
  change(
    'address-answered-by-the-set-of-fields',
    'An address update is answered with the names of the fields set',
    (app) => {
      app.saved = () => app.json(200, { model_fields_set: ['line1', 'city'], model_extra: null });
    },
  ),
  change(
    'order-answered-by-a-group-of-tasks',
    'An order is answered with 202 and a group of task ids, nested in lists',
    (app) => {
      app.ordered = () =>
        app.json(202, [
          ['a3', null],
          [
            ['b4', [['a3', null], null]],
            ['c5', null],
          ],
        ]);
    },
  ),
];
