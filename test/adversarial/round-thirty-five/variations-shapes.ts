import { randomUUID } from 'node:crypto';
import { guideIds } from './data.ts';
import type { Apply, Habit, Json, Lua, User } from './model.ts';
import { habit, isObject, json, list } from './model.ts';

const reading =
  (name: 'cash' | 'portfolios' | 'insights', change: (body: Json, user: User) => unknown): Apply =>
  (lua) => {
    const base = lua[name];
    lua[name] = (user, req) => change(json(base(user, req)), user);
  };
const guides =
  (change: (guide: Json, at: number) => Json): Apply =>
  (lua) => {
    const { guides: base } = lua;
    lua.guides = (user, req) => base(user, req).map(change);
  };
const days =
  (change: (day: Json) => Json): Apply =>
  (lua) => {
    const { summaries } = lua;
    lua.summaries = (user, req) => {
      const body = summaries(user, req);
      return { ...body, data: list(body['data']).map(change) };
    };
  };
const words =
  (change: (text: string, user: User) => string): Apply =>
  (lua) => {
    lua.word = change;
  };
/** Applies a change to every object in a value, innermost first. */
function everyObject(value: unknown, change: (object: Json) => Json): unknown {
  if (Array.isArray(value)) {
    return value.map((one) => everyObject(one, change));
  }
  return isObject(value)
    ? change(Object.fromEntries(Object.entries(value).map(([name, one]) => [name, everyObject(one, change)])))
    : value;
}
/** Writes a value as the table constructor of the language. */
function written(value: unknown): string {
  if (Array.isArray(value)) {
    return `{ ${value.map(written).join(', ')} }`;
  }
  if (isObject(value)) {
    return `{ ${Object.entries(value)
      .map(([name, one]) => `["${name}"] = ${written(one)}`)
      .join('; ')} }`;
  }
  return value === null ? 'nil' : JSON.stringify(value);
}
const bulk = (text: unknown): string => `$${Buffer.byteLength(String(text))}\r\n${String(text)}\r\n`;
const sign = ({ language }: User): string => (language === 'el' ? '£' : '€');

const unspecified: readonly Habit[] = [
  habit(
    'cash-is-sparse',
    'Balances of cash are a sparse array, whose gaps are null.',
    reading('cash', (body) => ({ balances: list(body['balances']).flatMap((one) => [null, one, null]) })),
  ),
  habit(
    'cash-is-a-table-constructor',
    'Cash is one text, the constructor of a table with a return in front.',
    reading('cash', (body) => `return ${written(body)} -- cash`),
  ),
  habit(
    'two-workers-keep-cash',
    'Each of two workers keeps cash for a second, so that the moment of its reading goes back and forth.',
    (lua) => {
      const kept = [0, 1].map(() => new Map<string, number>());
      reading('cash', (body, { id }) => {
        const worker = Math.random() < 0.5 ? 0 : 1;
        const at = kept[worker]?.get(id) ?? 0;
        const readAt = Date.now() - at < 1000 ? at : Date.now();
        kept[worker]?.set(id, readAt);
        return { ...body, worker, readAt };
      })(lua);
    },
  ),
  habit(
    'insights-are-redis-replies',
    'Analyst insights are one text, the reply of a store with lengths in bytes and line ends.',
    reading('insights', (body) => {
      const rows = list(body['insights']);
      return `*${rows.length}\r\n${rows.map((one) => `*2\r\n${bulk(one['id'])}${bulk(one['headline'])}`).join('')}`;
    }),
  ),
  habit(
    'insights-are-a-stream',
    'Analyst insights are entries of a stream, an id and a flat list each.',
    reading('insights', (body) =>
      list(body['insights']).map((one, at) => [`${1_747_067_400_000 + at}-${at}`, Object.entries(one).flat()]),
    ),
  ),
  habit(
    'portfolios-are-a-flat-hash',
    'Portfolios are a flat list in which names and values take turns, all of them texts.',
    reading('portfolios', (body) =>
      Object.entries(body).flatMap(([name, value]) => [name, isObject(value) ? '' : JSON.stringify(value)]),
    ),
  ),
  habit(
    'portfolios-show-userdata',
    'Portfolios have the text userdata: NULL for what is missing.',
    reading('portfolios', (body) => ({
      ...body,
      benchmark: 'userdata: NULL',
      positions: list(body['positions']).map((one) => ({ ...one, closedAt: 'userdata: NULL' })),
    })),
  ),
  habit(
    'update-answers-with-a-transaction',
    'An address update is answered with the replies of a transaction: OK, an integer and null.',
    (lua) => {
      lua.updated = () => ({ status: 200, headers: [], body: ['OK', 1, null] });
    },
  ),
  habit(
    'order-is-an-entry-in-a-stream',
    'An order is answered with the id of its entry in a stream and the number of its consumers.',
    (lua) => {
      let entry = 0;
      lua.ordered = () => {
        entry += 1;
        return { status: 202, headers: [], body: [`${Date.now()}-${entry}`, 2] };
      };
    },
  ),
  habit(
    'full-guide-is-a-compiled-template',
    'A full guide is a compiled template: pieces of text, expressions between them, and the values of these.',
    (lua) => {
      const { fullGuide } = lua;
      lua.fullGuide = (id, user, req) => {
        const { title, chapters } = fullGuide(id, user, req);
        const pieces = ['<h1>', '</h1>\n{% for _, c in ipairs(chapters) do %}', '{% end %}'];
        return { pieces, expressions: ['title', '*c.text'], values: { title, chapters } };
      };
    },
  ),
  habit(
    'read-back-tells-its-ttl',
    'The read-back tells how many milliseconds its key has left, fewer each time.',
    (lua) => {
      const { profile } = lua;
      lua.profile = (user) => ({ ...json(profile(user)), pttl: 900_000 - (Date.now() % 900_000) });
    },
  ),
  habit('addresses-are-stored-decomposed', 'Texts of addresses are stored in Unicode form D.', (lua) => {
    const { store } = lua;
    const decomposed = (value: unknown): unknown => (typeof value === 'string' ? value.normalize('NFD') : value);
    lua.store = (user, address, req) =>
      store(user, Object.fromEntries(Object.entries(address).map(([name, value]) => [name, decomposed(value)])), req);
  }),
  habit('objects-count-their-members', 'Every object of a success tells in n how many members it has.', (lua) => {
    const { content } = lua;
    lua.content = async (req, user) => {
      const reply = await content(req, user);
      return { ...reply, body: everyObject(reply.body, (one) => ({ n: Object.keys(one).length, ...one })) };
    };
  }),
  habit('decimals-of-seventeen-digits', 'Decimals are written with all seventeen digits of a double.', (lua) => {
    const { encode } = lua;
    lua.encode = (value) => {
      const mark = randomUUID();
      const digits = (one: unknown): unknown => {
        if (Array.isArray(one)) {
          return one.map(digits);
        }
        if (isObject(one)) {
          return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, digits(inner)]));
        }
        return typeof one === 'number' && !Number.isInteger(one) ? `${mark}${one.toPrecision(17)}` : one;
      };
      return encode(digits(value)).replaceAll(new RegExp(`"${mark}([^"]+)"`, 'g'), '$1');
    };
  }),
];

const learn: readonly Habit[] = [
  habit(
    'guides-have-a-metatable',
    'Guides show their metatable, whose __index has members of the same names and other types.',
    guides((guide) => ({
      ...guide,
      __index: { id: 7, title: null, slug: [], chapterCount: 'many', webCoverImageURL: false },
      __mode: 'k',
      __gc: null,
    })),
  ),
  habit(
    'titles-hold-lua-patterns',
    'Titles end with a pattern, its captures and long brackets.',
    guides((guide) => ({ ...guide, title: `${String(guide['title'])} ^%s*(.-)%s*$ [==[%1]]]==] \\z` })),
  ),
  habit(
    'keys-have-hash-tags',
    'Keys of guides are keys of a store with a tag in braces and a star.',
    guides((guide) => ({ ...guide, key: `{learn}:guide:${String(guide['key'])}:*` })),
  ),
  habit(
    'colours-are-tables',
    'Background colours are tables of four fractions in braces.',
    guides((guide, at) => ({ ...guide, backgroundColor: `{ r = 0.${at}, g = 1., b = .5, 1 }` })),
  ),
  habit('guide-ids-read-as-numbers', 'Ids of guides can be read as numbers with an exponent.', (lua: Lua) => {
    const { guides: base, fullGuide } = lua;
    const ids = guideIds.map((_, at) => `${`7${at + 10}`.padEnd(20, '3')}e117`);
    lua.guides = (user, req) => base(user, req).map((guide, at) => ({ ...guide, id: ids[at] }));
    lua.fullGuide = (id, user, req) => ({
      ...fullGuide(guideIds[ids.indexOf(id)] ?? '0'.repeat(24), user, req),
      id,
    });
  }),
  habit(
    'greek-in-latin-letters',
    'The second user reads Greek that is written in Latin letters.',
    words((text, { language }) => (language === 'el' ? latin(text) : text)),
  ),
  habit(
    'greek-in-bare-capitals',
    'The second user reads Greek in capitals without accents.',
    words((text, { language }) =>
      language === 'el' ? text.normalize('NFD').replaceAll('\u0301', '').normalize('NFC').toUpperCase() : text,
    ),
  ),
  habit(
    'texts-begin-with-a-mark',
    'Localised texts begin with the byte order mark of the file that they were read from.',
    words((text) => `\ufeff${text}`),
  ),
];

const letters: Readonly<Record<string, string>> = Object.fromEntries(
  [...'αβγδεζηικλμνξοπρςστυφωΑΒΓΔΕΖΗΙΚΛΜΝΞΟΠΡΣΤΥΦΩ'].map((letter, at) => [
    letter,
    [...'avgdeziiklmnxoprsstyfoAVGDEZIIKLMNXOPRSTYFO'][at] ?? letter,
  ]),
);
const pairs: Readonly<Record<string, string>> = { θ: 'th', χ: 'ch', ψ: 'ps', Θ: 'Th', Χ: 'Ch', Ψ: 'Ps' };
const latin = (text: string): string =>
  [...text.normalize('NFD').replaceAll(/[\u0301\u0308]/g, '')]
    .map((letter) => letters[letter] ?? pairs[letter] ?? letter)
    .join('');

const specified: readonly Habit[] = [
  habit(
    'labels-are-dates-of-http',
    'Chart labels are dates as HTTP writes them, with the zone in a second line.',
    days((day) => ({
      ...day,
      chartLabel: new Date(Number(day['timestamp'])).toUTCString().replace(' GMT', '\nGMT'),
    })),
  ),
  habit(
    'snapshots-end-their-days',
    'Snapshots are taken in the last millisecond of each day.',
    days((day) => ({ ...day, timestamp: Number(day['timestamp']) + 86_399_999 })),
  ),
  habit('shekels-and-dong', 'The first user holds shekels and the second dong, with the sign in front.', (lua) => {
    lua.money = (value, { language }) =>
      language === 'el'
        ? `₫${Math.round(value * 26_000)}`
        : `\u200e${value < 0 ? '-' : ''}₪${Math.abs(value).toFixed(2)}`;
  }),
  habit('cents-are-fractions', 'Cents of amounts are hundredths with a fraction slash behind the whole.', (lua) => {
    lua.money = (value, user) => {
      const cents = Math.round(Math.abs(value) * 100);
      return `${value < 0 ? '\u2212' : ''}${sign(user)} ${Math.floor(cents / 100)} ${cents % 100}\u2044100`;
    };
  }),
  habit('weights-have-footnotes', 'Weights have the number of a footnote, in superscript behind the sign.', (lua) => {
    const { percent } = lua;
    lua.percent = (value, user) => `${percent(value, user)}\u00b9\u2077`;
  }),
  habit(
    'sentiment-is-a-sparkline',
    'Labels of sentiment are sparklines of four blocks.',
    days((day) =>
      json(
        everyObject(day, (one) => {
          const height = Math.floor(Number(one['score']) / 13);
          return 'label' in one
            ? { ...one, label: [0, 2, 4, height].map((at) => String.fromCodePoint(0x2581 + at)).join('') }
            : one;
        }),
      ),
    ),
  ),
  habit(
    'performers-have-further-members',
    'Performers have a fourth list, of texts and a null, and an object of counts besides.',
    days((day) => {
      const performers = json(day['performers']);
      const all = list(performers['all']);
      const moved = [...all.map(({ assetId }) => assetId), null];
      return { ...day, performers: { moved, counts: { all: all.length }, ...performers } };
    }),
  ),
  habit(
    'notifications-name-channels',
    'Each notification has members called app and email besides, of which one is a flag and the other null.',
    (lua) => {
      const { notifications } = lua;
      lua.notifications = (user, req) =>
        json(
          everyObject(notifications(user, req), (one) =>
            'active' in one ? { ...one, app: one['active'] !== true, email: null } : one,
          ),
        );
    },
  ),
];

export const shapeHabits: readonly Habit[] = [...unspecified, ...learn, ...specified];
