import { createHash, randomUUID } from 'node:crypto';
import type { Apply, Habit, Json, User } from './model.ts';
import { habit, json, list } from './model.ts';
import { byNumber, dataSet, dfm, latinBraille, marshalled, packet, richText } from './variations-texts.ts';
import { everyObject, owned, reading } from './variations-users.ts';

const guides =
  (change: (guide: Json, at: number, user: User) => Json): Apply =>
  (module) => {
    const { guides: base } = module;
    module.guides = (user, req) => base(user, req).map((guide, at) => change(guide, at, user));
  };
const pictures = (change: (url: string) => string): Apply =>
  guides((guide) =>
    Object.fromEntries(
      Object.entries(guide).map(([name, value]) => [name, /URL$/.test(name) && value ? change(String(value)) : value]),
    ),
  );
const fullGuides =
  (change: (guide: Json) => Json): Apply =>
  (module) => {
    const { fullGuide } = module;
    module.fullGuide = (id, user, req) => change(fullGuide(id, user, req));
  };
const days = (change: (day: Json) => Json): Apply =>
  summary((body) => ({ ...body, data: list(body['data']).map(change) }));
function summary(change: (body: Json) => Json): Apply {
  return (module) => {
    const { summaries } = module;
    module.summaries = (user, req) => change(summaries(user, req));
  };
}
/** A TDateTime. */
const dateTime = (ms: number): number => ms / 86_400_000 + 25_569;
const holdings = (body: Json): Json[] => list(list(body['portfolios'])[0]?.['holdings']);

const unshown: readonly Habit[] = [
  habit(
    'cash-is-marshalled',
    'Cash is a marshalled object: type, id and fields, whose names begin with F.',
    reading('cash', (body) => marshalled('TCash', body)),
  ),
  habit(
    'cash-is-a-variant-array',
    'Cash is an array of variants with its type, dimensions, bounds and values.',
    reading('cash', (body) => {
      const rows = list(body['accounts']).map((one) => Object.values(one));
      return { varType: 8204, dimensions: 2, lowBounds: [1, 0], highBounds: [rows.length, 2], data: rows };
    }),
  ),
  habit(
    'cash-tells-its-days',
    'Cash tells the moment of its reading in days since 1899, with a fraction.',
    reading('cash', (body) => ({ ...body, readOn: dateTime(Date.now()), closesOn: Math.ceil(dateTime(Date.now())) })),
  ),
  habit(
    'portfolios-are-a-memory-table',
    'Portfolios are a memory table as a data access library stores it, with columns and original rows.',
    reading('portfolios', (body) => dataSet('qryHoldings', holdings(body))),
  ),
  habit(
    'portfolios-are-not-expanded',
    'Portfolios tell the number of fields and rows, and one list of values that begins with the names.',
    reading('portfolios', (body) => {
      const rows = holdings(body);
      const names = Object.keys(rows[0] ?? {});
      const values = rows.flatMap((row) => names.map((name) => row[name]));
      return { fieldCount: names.length, values: [...names, ...values], rowCount: rows.length };
    }),
  ),
  habit(
    'insights-are-a-form-file',
    'Analyst insights are the text of a form file, whose captions escape letters by their number.',
    reading('insights', (body) => ({ form: dfm(list(body['items'])) })),
  ),
  habit(
    'insights-are-a-data-packet',
    'Analyst insights are the data packet of a client data set, XML in a text.',
    reading('insights', (body) => ({ Data: packet(list(body['items'])) })),
  ),
  habit(
    'result-of-a-method',
    'Cash, portfolios, insights and single guides are the result of a method, a list of one value.',
    (module) => {
      for (const name of ['cash', 'portfolios', 'insights'] as const) {
        reading(name, (body) => ({ result: [body] }))(module);
      }
      fullGuides((guide) => ({ result: [guide] }))(module);
    },
  ),
  habit(
    'guides-in-rich-text',
    'A full guide is one document of rich text, with letters as escaped numbers.',
    fullGuides((guide) => ({ rtf: richText(guide) })),
  ),
  habit(
    'guides-are-grids',
    'A full guide is a grid with fixed rows and cells that are all texts.',
    fullGuides(({ title, chapters }) => {
      const rows = list(chapters).map((one) => [String(one['number']), String(one['title']), String(one['html'])]);
      return { colCount: 3, rowCount: rows.length + 1, fixedRows: 1, cells: [['', String(title), ''], ...rows] };
    }),
  ),
  habit(
    'order-in-binary-coded-decimals',
    'An order is answered with its amount as a binary-coded decimal: precision, places and digits.',
    (module) => {
      module.ordered = (_user, { isin, amount }) => {
        const fraction = Number(amount).toFixed(4).replace('.', '');
        return {
          status: 201,
          headers: [],
          body: { isin, amount: { precision: fraction.length, places: 4, fraction } },
        };
      };
    },
  ),
  habit(
    'update-answers-s-false',
    'An address update is answered with S_FALSE, which is a success that has nothing to tell.',
    (module) => {
      module.updated = () => ({ status: 200, headers: [], body: { hresult: 1, name: 'S_FALSE', value: null } });
    },
  ),
  habit(
    'postal-codes-as-variants',
    'The read-back shows a postal code of digits alone as a number and tells its type.',
    (module) => {
      const { profile } = module;
      module.profile = (user) => {
        const body = json(profile(user));
        const address = json(body['address']);
        const { postalCode } = address;
        const numeric = /^[1-9]\d{0,8}$/.test(String(postalCode));
        const shown = numeric ? Number(postalCode) : postalCode;
        return { ...body, varType: numeric ? 3 : 258, address: { ...address, postalCode: shown } };
      };
    },
  ),
];

const learn: readonly Habit[] = [
  habit(
    'pictures-behind-a-login',
    'Images are at addresses with a user, an empty password, an empty port, query and fragment.',
    pictures((url) => `${url.replace(/^(https:\/\/)([^/]+)/, '$1static:@$2:')}?#`),
  ),
  habit(
    'scheme-of-one-letter',
    'Images are at addresses whose scheme is one letter.',
    pictures((url) => url.replace(/^https/, 'v')),
  ),
  habit(
    'colours-of-the-library',
    'Background colours are constants of the component library, or numbers that begin with a dollar.',
    guides((guide, at) => ({
      ...guide,
      backgroundColor: ['clBtnFace', '$00B48246', 'clNone', `TColor(-${at + 1})`][at % 4],
    })),
  ),
  habit(
    'icons-in-lines-of-mail',
    'Guides carry their icon besides, in base64 with a line break after each 76 characters.',
    guides((guide) => {
      const digest = createHash('sha512').update(String(guide['id'])).digest('hex');
      const encoded = Buffer.from(digest.repeat(3)).toString('base64');
      return { ...guide, icon: encoded.replace(/.{76}/g, '$&\r\n') };
    }),
  ),
  habit('polish-in-braille', 'All that the second user reads is in Braille.', (module) => {
    module.word = (text, { language }) => (language === 'pl' ? latinBraille(text) : text);
  }),
  habit(
    'titles-hold-both-languages',
    'Titles and descriptions of guides hold both languages, and that of the user comes first.',
    (module) => {
      const { guides: base } = module;
      module.guides = (user, req) => {
        const other = module.users.find(({ language }) => language !== user.language) ?? user;
        const others = base(other, req);
        return base(user, req).map((guide, at) => ({
          ...guide,
          title: `${String(guide['title'])} / ${String(others[at]?.['title'])}`,
          description: `${String(guide['description'])} / ${String(others[at]?.['description'])}`,
        }));
      };
    },
  ),
  habit(
    'polish-edition-of-guides',
    'Guides have another number of chapters, other images, colours and types in the second language.',
    (module) => {
      guides((guide, at, { language }) =>
        language === 'pt'
          ? guide
          : {
              ...guide,
              contentType: 'przewodnik',
              chapterCount: Number(guide['chapterCount']) + 1,
              backgroundColor: `#0${at.toString(16)}8`,
              guideIconURL: `https://obrazy.estuary.example/${at}.svg`,
              mobileCoverImageURL: `https://obrazy.estuary.example/${at}-m.avif`,
              webCoverImageURL: at % 2 === 0 ? null : `https://obrazy.estuary.example/${at}-w.avif`,
            },
      )(module);
      const { fullGuide } = module;
      module.fullGuide = (id, user, req) => {
        const guide = fullGuide(id, user, req);
        const last = { number: list(guide['chapters']).length + 1, title: 'Słowniczek', html: '<dl></dl>' };
        return user.language === 'pt' ? guide : { ...guide, chapters: [...list(guide['chapters']), last] };
      };
    },
  ),
];

const shown: readonly Habit[] = [
  habit(
    'labels-are-serial-numbers',
    'Chart labels are serial numbers of days since 1899.',
    days((day) => ({ ...day, chartLabel: dateTime(Number(day['timestamp'])).toFixed(0) })),
  ),
  habit('sign-beyond-the-plane', 'The sign of the currency is that of the ngun, beyond the basic plane.', (module) => {
    const { money } = module;
    module.money = (value, user) => money(value, user).replace(/€|zł/, '\u{1e2ff}');
  }),
  habit(
    'performers-in-other-case',
    'Performers have UpBy and DownBy besides, both of them and as numbers, and ASSETID that is null.',
    days((day) =>
      json(
        everyObject(day, (one) =>
          'assetId' in one ? { UpBy: 0.5, DownBy: -0.5, Value: [], WEIGHT: 7, ...one, ASSETID: null } : one,
        ),
      ),
    ),
  ),
  habit(
    'booleans-of-variants',
    'Notifications have enabled besides, which is -1 where they are active and 0 where they are not.',
    (module) => {
      const { notifications } = module;
      module.notifications = (user, req) =>
        json(
          everyObject(notifications(user, req), (one) =>
            'active' in one ? { enabled: one['active'] === true ? -1 : 0, ...one } : one,
          ),
        );
    },
  ),
  habit(
    'indexed-properties',
    'Every object of a success has a length and members that are named by digits, as indexed properties.',
    (module) => {
      const { content } = module;
      module.content = async (req, user) => {
        const reply = await content(req, user);
        return { ...reply, body: everyObject(reply.body, (one) => ({ 0: null, 1: 'one', length: 2, ...one })) };
      };
    },
  ),
  habit(
    'exponents-of-four-digits',
    'Decimals are written with fifteen digits and an exponent of a sign and four digits, E+0002.',
    (module) => {
      const { encode } = module;
      module.encode = (value) => {
        const mark = randomUUID();
        return encode(byNumber(value, (one) => (Number.isInteger(one) ? one : mark + one.toExponential(14)))).replace(
          new RegExp(`"${mark}([^"]+)e([+-])(\\d+)"`, 'g'),
          (_whole, digits: string, sign: string, power: string) => `${digits}E${sign}${power.padStart(4, '0')}`,
        );
      };
    },
  ),
];

export const shapes: readonly Habit[] = [...owned, ...unshown, ...learn, ...shown];
