import type { Habit, Json, Parts, Response, Wire } from './model.ts';
import { everyObject, habit, json, rows } from './model.ts';

const reading =
  (name: 'cash' | 'portfolios' | 'insights', change: (body: Json) => unknown): Wire =>
  (base) => ({
    [name]: (user: Parameters<Parts['cash']>[0], request: Parameters<Parts['cash']>[1]) =>
      change(json(base[name](user, request))),
  });
const guides =
  (change: (guide: Json, at: number) => Json): Wire =>
  ({ shelf }) => ({ shelf: (user) => shelf(user).map(change) });
const days =
  (change: (day: Json, at: number) => Json): Wire =>
  ({ summaries }) => ({
    summaries: (user, request) => {
      const body = summaries(user, request);
      return { ...body, data: rows(body['data']).map(change) };
    },
  });
const settings =
  (change: (one: Json) => Json): Wire =>
  ({ settings: base }) => ({
    settings: (user, request) =>
      json(everyObject(base(user, request), (object) => ('active' in object ? change(object) : object))),
  });
const members =
  (change: (object: Json) => Json): Wire =>
  ({ finish }) => ({
    finish: async (response: Response, request) => {
      const finished = await finish(response, request);
      return finished.status < 300 && finished.body !== undefined
        ? { ...finished, body: everyObject(finished.body, change) }
        : finished;
    },
  });

const unspecified: readonly Habit[] = [
  habit(
    'cash-is-a-result',
    'Cash is a Result, an object with the one member Ok.',
    reading('cash', (body) => ({ Ok: body })),
  ),
  habit(
    'cash-is-a-decimal-in-quotes',
    'Cash is the text of one decimal, a JSON string at the top.',
    reading('cash', (body) => String(rows(body['accounts'])[0]?.['available'])),
  ),
  habit(
    'portfolios-are-adjacently-tagged',
    'Portfolios are an adjacently tagged enum with the members t and c.',
    reading('portfolios', (body) => ({ t: 'Portfolio', c: body })),
  ),
  habit(
    'positions-are-a-frame-of-columns',
    'Positions of portfolios are a data frame, whose columns have a name, a type and their values.',
    reading('portfolios', (body) => ({
      ...body,
      positions: {
        columns: ['isin', 'units'].map((name) => ({
          name,
          datatype: name === 'isin' ? 'String' : { Decimal: [38, 4] },
          bit_settings: '',
          values: rows(body['positions']).map((one) => one[name]),
        })),
      },
    })),
  ),
  habit(
    'ranges-have-start-and-end',
    'Portfolios have a tolerance as Range is written, with start and end, and one that is empty.',
    reading('portfolios', (body) => ({ ...body, tolerance: { start: 0.2, end: 0.4 }, gap: { start: 1, end: 1 } })),
  ),
  habit(
    'bounds-are-included-or-not',
    'Portfolios have limits as Bound is written: an object with Included or Excluded, or the text Unbounded.',
    reading('portfolios', (body) => ({ ...body, limits: [{ Included: 3 }, { Excluded: 7.5 }, 'Unbounded'] })),
  ),
  habit(
    'extremes-of-a-double',
    'Portfolios hold the largest double, the smallest normal one, the smallest of all and the machine epsilon.',
    reading('portfolios', (body) => ({
      ...body,
      stress: [Number.MAX_VALUE, 2.2250738585072014e-308, Number.MIN_VALUE, Number.EPSILON],
    })),
  ),
  habit(
    'insights-in-extended-json',
    'Analyst insights are documents in extended JSON, with $oid, $date and $numberLong.',
    reading('insights', (body) =>
      rows(body['insights']).map((one, at) => ({
        _id: { $oid: `66b0c01e7d3f2a4b5c6d7e${at + 10}` },
        at: { $date: { $numberLong: '1747067400000' } },
        ...one,
      })),
    ),
  ),
  habit(
    'insights-hold-times-as-tuples',
    'Analyst insights tell moments as the tuple of a date-time: year, day of the year, hour, minute and so on.',
    reading('insights', (body) => ({ ...body, asOf: [2025, 132, 16, 30, 0, 0, 0, 0, 0] })),
  ),
  habit(
    'texts-of-insights-are-bytes',
    'Headlines of analyst insights are lists of bytes, as a vector of u8 is written.',
    reading('insights', (body) => ({
      insights: rows(body['insights']).map((one) => ({ ...one, headline: [...Buffer.from(String(one['headline']))] })),
    })),
  ),
  habit(
    'insights-of-half-a-megabyte',
    'Analyst insights are half a megabyte of text.',
    reading('insights', (body) => ({ ...body, transcript: 'Guten Tag und willkommen. '.repeat(20_000) })),
  ),
  habit(
    'durations-are-seconds-and-nanos',
    'Cash and portfolios tell their age as Duration is written, seconds and nanos.',
    (base, env) => ({
      ...reading('cash', (body) => ({ ...body, age: { secs: 2, nanos: 999_999_999 } }))(base, env),
      ...reading('portfolios', (body) => ({ ...body, age: { secs: 0, nanos: 0 } }))(base, env),
    }),
  ),
  habit('orders-answer-with-a-variant', 'An order is answered with the name of a variant, a JSON text.', () => ({
    orderAnswer: () => ({ status: 202, body: 'QueuedForVenue', fields: [] }),
  })),
  habit('address-answers-with-an-inner-ok', 'An address update is answered with an Ok that holds null.', () => ({
    addressAnswer: () => ({ status: 200, body: { Ok: null }, fields: [] }),
  })),
];

const specified: readonly Habit[] = [
  habit(
    'chapters-are-tagged-variants',
    'Chapters of a full guide are variants: an object with one member, or a text where there are no data.',
    ({ guide }) => ({
      guide: (raw, request) => {
        const response = guide(raw, request);
        const chapters = rows(json(response.body)['chapters']).map((text) => ({ Text: { text, pages: [1, null] } }));
        return { ...response, body: { ...json(response.body), chapters: [...chapters, 'Divider', { Quiz: [] }] } };
      },
    }),
  ),
  habit(
    'guides-show-object-ids',
    'Guides have a revision and a moment of creation in extended JSON beside their id.',
    guides((guide) => ({
      ...guide,
      revision: { $oid: String(guide['id']) },
      createdAt: { $date: { $numberLong: '1747067400000' } },
    })),
  ),
  habit(
    'slugs-are-module-paths',
    'Slugs and keys are paths of modules with a raw identifier in them, learn::r#type::guide_1.',
    guides((guide, at) => ({ ...guide, slug: `learn::r#type::guide_${at}`, key: `crate::shelf::K${at}<'static>` })),
  ),
  habit(
    'chapters-fill-a-u32',
    'One guide counts 4,294,967,295 chapters, as it is written on.',
    guides((guide, at) => (at === 1 ? { ...guide, chapterCount: 4_294_967_295 } : guide)),
  ),
  habit(
    'colours-in-oklch',
    'Background colours are functions in oklch with a slash before the alpha.',
    guides((guide, at) => ({ ...guide, backgroundColor: `oklch(62.8% 0.2577 ${20 + at} / 0.9)` })),
  ),
  habit(
    'image-hosts-are-punycode',
    'Images lie on a host with an international name, and their paths hold escapes of letters.',
    guides((guide) => ({
      ...guide,
      guideIconURL: `https://xn--mdien-bsa.example/%C5%82/${String(guide['id'])}.svg`,
      mobileCoverImageURL: `https://xn--mdien-bsa.example:8443/%F0%9F%A6%80/${String(guide['id'])}.avif`,
    })),
  ),
  habit(
    'titles-show-format-arguments',
    'Titles end with what looks like arguments of a format, {0:?} and {{}}.',
    guides((guide) => ({ ...guide, title: `${String(guide['title'])} {0:?} {{}} {width$}` })),
  ),
  habit(
    'assets-are-numbers-of-128-bits',
    'Assets are identified by the decimal text of a number of 128 bits.',
    days((day) =>
      json(
        everyObject(day, (object) =>
          'assetId' in object
            ? {
                ...object,
                assetId: BigInt(
                  `0x${Buffer.from(String(object['assetId'])).toString('hex').padEnd(32, 'f')}`,
                ).toString(),
              }
            : object,
        ),
      ),
    ),
  ),
  habit(
    'labels-are-variants-with-data',
    'Labels of sentiment are variants with their data as {:?} prints them.',
    days((day) =>
      json(everyObject(day, (one) => ('label' in one ? { ...one, label: `Mood(${String(one['score'])})` } : one))),
    ),
  ),
  habit(
    'amounts-in-nano-units',
    'Values of the portfolio are whole numbers of billionths, with fifteen digits and more.',
    days((day) =>
      json(
        everyObject(day, (one) =>
          'displayValue' in one ? { ...one, value: Math.round(Number(one['value']) * 1000) * 1_000_000 } : one,
        ),
      ),
    ),
  ),
  habit(
    'charts-are-labelled-by-raw-text',
    'Chart labels hold quotation marks with number signs around, a tab and two kinds of line ends.',
    days((day, at) => ({ ...day, chartLabel: `r#"KW ${20 + at}"#\t\r\n2025\n` })),
  ),
  habit(
    'settings-tell-system-times',
    'Each notification tells since when it is as it is, in seconds and nanos since the epoch.',
    settings((one) => ({ ...one, since: { secs_since_epoch: 1_747_067_400, nanos_since_epoch: 42 } })),
  ),
  habit(
    'every-object-has-a-marker',
    'Every object of a success has a member __marker, which is null as PhantomData is written.',
    members((object) => ({ ...object, __marker: null })),
  ),
  habit(
    'raw-values-show-their-token',
    'Every object of a success has the private member of raw values, whose text is JSON again.',
    members((object) => ({ ...object, '$serde_json::private::RawValue': '{"status":500,"error":{}}' })),
  ),
];

export const shapeHabits: readonly Habit[] = [...unspecified, ...specified];
