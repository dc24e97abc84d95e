import { bag, reviseValue, rows } from './migrate.ts';
import type { Migration, Schema, UserRow } from './schema.ts';
import type { Bag } from './types.ts';

const eachGuide = (db: Schema, change: (guide: Bag, index: number) => Bag): void =>
  reviseValue(db, 'guides', (value) => ({ ...value, data: rows(value['data']).map(change) }));
const rename = (db: Schema, ids: readonly string[]): void => {
  const former = db.tables.users;
  db.tables.users = former.map((user, index): UserRow => ({ ...user, id: ids[index] ?? user.id }));
  former.forEach(({ id }, index) => {
    const address = db.tables.addresses.get(id);
    db.tables.addresses.delete(id);
    if (address !== undefined) db.tables.addresses.set(ids[index] ?? id, address);
  });
};
const hex = (text: string): string => Buffer.from(text).toString('hex');
const literal = (values: readonly unknown[]): string =>
  `(${values.map((value) => (typeof value === 'string' ? `"${value}"` : String(value))).join(',')})`;

export const contentVariations: Readonly<Record<string, Migration>> = {
  'chart-labels-are-timestamps-with-time-zone': (db) => {
    db.formats.chartLabel = (at) => new Date(at).toISOString().replace('T', ' ').replace('.000Z', '+00');
  },
  'chart-labels-of-dd-mon-rr': (db) => {
    db.formats.chartLabel = (at) => {
      const [, day = '', month = '', year = ''] = new Date(at).toUTCString().split(' ');
      return `${day}-${month.toUpperCase()}-${year.slice(2)}`;
    };
  },
  'user-ids-are-text-in-hex': (db) => rename(db, [hex('USER00000041'), hex('USER00000042'), hex('USER00000043')]),
  'guide-ids-of-a-reverse-key-index': (db) => {
    db.tables.guides = db.tables.guides.map((guide, index) => {
      const forward = (0x9a_10 + index).toString(16).padStart(24, '0');
      return { ...guide, id: (forward.match(/../g) ?? []).reverse().join('') };
    });
  },
  'cash-in-an-ords-collection': (db) =>
    reviseValue(db, 'cash', (value) => ({
      items: value['balances'],
      hasMore: false,
      limit: 25,
      offset: 0,
      count: 3,
      links: ['self', 'first'].map((rel) => ({ rel, href: 'https://depot.example/cash' })),
    })),
  'portfolios-nested-by-alias': (db) =>
    reviseValue(db, 'portfolios', (value) =>
      rows(value['portfolios']).map(({ name, positions }) => ({
        name,
        p: rows(positions).map(({ isin, ...rest }) => ({ isin, i: [rest] })),
      })),
    ),
  'insights-as-composite-literals': (db) =>
    reviseValue(db, 'insights', (value) => ({
      rows: rows(value['data']).map((entry) => literal(Object.values(entry))),
    })),
  'cash-is-an-array-literal': (db) =>
    reviseValue(
      db,
      'cash',
      (value) =>
        `{${rows(value['balances'])
          .map(({ currency, available }) => literal([currency, available]))
          .join(',')}}`,
    ),
  'rows-show-their-system-columns': (db) =>
    eachGuide(db, (guide, index) => ({
      tableoid: '16404',
      cmin: 0,
      xmin: '771',
      xmax: '0',
      ctid: `(0,${index + 1})`,
      ...guide,
    })),
  'guides-carry-their-search-vector': (db) =>
    eachGuide(db, (guide) => ({
      ...guide,
      tsv: String(guide['slug'])
        .split('-')
        .map((word, index) => `'${word}':${index + 1}A`)
        .join(' '),
    })),
  'titles-hold-statements': (db) => {
    db.tables.guides = db.tables.guides.map((guide) => ({
      ...guide,
      title: {
        en: `${guide.title.en}'); DROP TABLE guide; --`,
        de: `${guide.title.de} /* " */ WHERE '1' = '1' \\g`,
      },
    }));
  },
  'keys-are-quoted-identifiers': (db) =>
    eachGuide(db, (guide) => ({ ...guide, key: `"api"."${String(guide['key'])}"` })),
  'slugs-are-label-trees': (db) =>
    eachGuide(db, (guide) => ({ ...guide, slug: `learn.guides.${String(guide['key'])}` })),
  'colours-are-bytea': (db) => eachGuide(db, (guide) => ({ ...guide, backgroundColor: '\\xe8f1f5' })),
  'images-in-a-database-file-system': (db) =>
    eachGuide(db, (guide, index) => ({
      ...guide,
      guideIconURL: `dbfs:/staging/icons/${index}.svg`,
      mobileCoverImageURL: `dbfs:/staging/covers/${index}.jpg`,
      webCoverImageURL: index % 2 === 0 ? null : `bfile://covers/${index}.jpg`,
    })),
  'labels-are-enum-literals': (db) =>
    reviseValue(db, 'summaries', (value) => ({
      ...value,
      data: rows(value['data']).map((day) => ({
        ...day,
        sentimentScore: Object.fromEntries(
          Object.entries(bag(day['sentimentScore'])).map(([name, entry]) => {
            const { score, label } = bag(entry);
            return [name, { score, label: `'${String(label)}'::api.mood` }];
          }),
        ),
      })),
    })),
  'assets-are-rowids': (db) => {
    db.tables.days = db.tables.days.map((day) => ({
      ...day,
      performers: day.performers.map((performer, index) => ({
        ...performer,
        asset: `AAAR3sAAEAAAACXAA${'ABCD'[index] ?? 'Z'}`,
      })),
    }));
  },
  'amounts-of-four-decimals': (db) => {
    db.formats.money = (amount, language) =>
      language === 'de' ? `${amount.toFixed(4).replace('.', ',')} €` : `£${amount.toFixed(4)}`;
  },
  'negative-amounts-in-angle-brackets': (db) => {
    const { money } = db.formats;
    db.formats.money = (amount, language) =>
      amount < 0 ? `<${money(-amount, language)}>` : ` ${money(amount, language)} `;
  },
  'weights-with-their-ratio': (db) => {
    const { share } = db.formats;
    db.formats.share = (weight, language) => `${(weight / 100).toFixed(4)} = ${share(weight, language)}`;
  },
  'days-filled-with-the-last-observation': (db) => {
    const [first] = db.tables.days;
    if (first !== undefined) db.tables.days = db.tables.days.map(({ ago }) => ({ ...first, ago }));
  },
  'omitted-line2-becomes-null': (db) => {
    const { store } = db.writes;
    db.writes.store = (user, address) => store(user, { line2: null, ...address });
  },
  'full-guide-is-entity-attribute-value': (db) =>
    reviseValue(db, 'guide', (value) => ({
      entity: 'guide',
      attributes: Object.entries(value).map(([attribute, told]) => ({ attribute, type: typeof told, value: told })),
    })),
  'portfolios-are-paths': (db) =>
    reviseValue(db, 'portfolios', (value) =>
      rows(value['portfolios']).flatMap(({ name, positions }) =>
        rows(positions).map(({ asset, units }, index) => ({
          level: 2,
          connect_by_isleaf: 1,
          path: `/${String(name)}/${String(asset)}`,
          rownum: index + 1,
          units,
        })),
      ),
    ),
  'insights-are-copy-output': (db) =>
    reviseValue(db, 'insights', (value) =>
      rows(value['data'])
        .map((entry) => `${Object.values(entry).join('\t')}\t\\N\n`)
        .join('')
        .concat('\\.\n'),
    ),
  'insights-in-heap-order': (db) => {
    let moved = 0;
    reviseValue(db, 'insights', (value) => {
      const data = rows(value['data']);
      moved = (moved + 3) % data.length;
      return { ...value, data: [...data.slice(moved), ...data.slice(0, moved)] };
    });
  },
};
