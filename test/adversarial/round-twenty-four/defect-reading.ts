import { bag, every, revise, reviseValue, rows } from './migrate.ts';
import { channel, fullGuide, languageOf } from './reading.ts';
import type { Call, Migration, Schema, UserRow } from './schema.ts';
import { Raise } from './schema.ts';
import type { Bag } from './types.ts';

const eachDay = (db: Schema, change: (day: Bag, index: number, user: UserRow | undefined) => Bag): void =>
  reviseValue(db, 'summaries', (value, _call, user) => ({
    ...value,
    data: rows(value['data']).map((day, index) => change(day, index, user)),
  }));
const eachGuide = (db: Schema, change: (list: Bag[], call: Call) => Bag[]): void =>
  reviseValue(db, 'guides', (value, call) => ({ ...value, data: change(rows(value['data']), call) }));
const two = (count: number): string => String(count).padStart(2, '0');

export const readingDefects: Readonly<Record<string, Migration>> = {
  'sum-of-no-rows-is-null': (db) =>
    eachGuide(db, (list) =>
      list.map((guide) => ({ ...guide, chapterCount: guide['chapterCount'] === 0 ? null : guide['chapterCount'] })),
    ),
  'between-is-closed-at-both-ends': (db) =>
    eachGuide(db, (list) => list.flatMap((guide, index) => (index === 6 ? [guide, guide] : [guide]))),
  'month-in-place-of-minutes': (db) => {
    const { fields } = db.out;
    db.out.fields = (call, result) => {
      if (call.route !== 'guides') return fields(call, result);
      const end = new Date(db.clock() + 1_800_000);
      const time = `${two(end.getUTCHours())}:${two(end.getUTCMonth() + 1)}:${two(end.getUTCSeconds())}`;
      const expires = end.toUTCString().replace(/\d\d:\d\d:\d\d/, time);
      return { ...fields(call, result), 'Cache-Control': 'private', Expires: expires };
    };
  },
  'role-settings-need-a-login': (db) => {
    const neverLoggedIn = every(4);
    const { fields } = db.out;
    db.out.fields = (call, result) =>
      call.route === 'guides' && neverLoggedIn() ? { Vary: 'x-user-id, Authorization' } : fields(call, result);
  },
  'distinct-on-keeps-one-vary': (db) => {
    const { fields } = db.out;
    db.out.fields = (call, result) =>
      call.route === 'guides' ? { ...fields(call, result), Vary: 'Accept-Encoding' } : fields(call, result);
  },
  'distinct-on-translated-title': (db) =>
    eachGuide(db, (list) =>
      list.filter((guide, index) => list.findIndex((other) => other['title'] === guide['title']) === index),
    ),
  'value-too-large-is-null-on-error': (db) =>
    revise(db, 'guide', (result) => (JSON.stringify(result.value).length > 4000 ? { ...result, value: null } : result)),
  'single-object-of-no-rows-is-406': (db) => {
    const former = db.views.guide;
    db.views.guide = (call, user) => {
      const known = db.tables.guides.some(({ id }) => id === call.guideId);
      if (/^[a-f0-9]{24}$/.test(call.guideId) && !known) {
        throw new Raise(406, 'A single object was requested, and no rows were returned');
      }
      return former(call, user);
    };
  },
  'catch-all-query': (db) => {
    const former = db.views.guide;
    db.views.guide = (call, user) => {
      const converted = /^[a-f0-9]{24}$/i.test(call.guideId) ? call.guideId : undefined;
      const [guide] = db.tables.guides.filter(({ id }) => converted === undefined || id === converted);
      return converted === undefined && guide !== undefined
        ? { status: 200, value: fullGuide(guide, languageOf(call)), fields: {} }
        : former(call, user);
    };
  },
  'view-with-no-data': (db) => {
    const former = db.views.cash;
    const refreshed = every(5);
    db.views.cash = (call, user) => {
      if (refreshed()) throw new Raise(409, 'Materialized view cash has not been populated');
      return former(call, user);
    };
  },
  'reading-writes-in-a-read-only-transaction': (db) => {
    const former = db.views.portfolios;
    const sampled = every(6);
    db.views.portfolios = (call, user) => {
      if (sampled()) throw new Raise(405, 'Cannot execute INSERT in a read-only transaction');
      return former(call, user);
    };
  },
  'group-by-takes-any-key': (db) =>
    eachDay(db, (day) => {
      const portfolio = bag(day['portfolio']);
      const savings = bag(portfolio['savings']);
      if (savings['value'] !== bag(portfolio['cash'])['value']) return day;
      return { ...day, portfolio: { ...portfolio, savings: { ...savings, key: 'cash' } } };
    }),
  'nan-in-quotation-marks': (db) =>
    reviseValue(db, 'summaries', (value, _call, user) =>
      user?.language === 'de'
        ? { ...value, maxValueDifferences: { ...bag(value['maxValueDifferences']), savings: 'NaN' } }
        : value,
    ),
  'nulls-come-first': (db) =>
    eachDay(db, (day, index) => {
      const changes = db.tables.days[index]?.performers ?? [];
      const { all, best, worst } = bag(day['performers']);
      const unknown = rows(all).filter((_, place) => changes[place]?.change === null);
      return { ...day, performers: { all, best: [...unknown, ...rows(best)].slice(0, 3), worst } };
    }),
  'timestamp-is-a-row-version': (db) => {
    let version = 20_016;
    eachDay(db, (day, index) => {
      if (index < db.tables.days.length - 1) return day;
      version += 1;
      return { ...day, timestamp: version };
    });
  },
  'lpad-truncates': (db) => {
    const { share } = db.formats;
    db.formats.share = (weight, language) => share(weight, language).padStart(6).slice(0, 6);
  },
  'for-json-leaves-nulls-out': (db) =>
    reviseValue(db, 'notifications', (value, _call, user) => {
      if (user?.language !== 'de') return value;
      const groups = rows(value['app']).map((group) => ({
        ...group,
        notifications: rows(group['notifications']).map(({ active, ...rest }) =>
          rest['id'] === 'app_quick_take' ? rest : { ...rest, active },
        ),
      }));
      return { ...value, app: groups };
    }),
  'parent-table-shows-its-children': (db) =>
    reviseValue(db, 'notifications', (value, _call, user) =>
      user === undefined ? value : { ...value, email: channel(db.tables.notifications, user) },
    ),
  'not-in-with-a-null-finds-nothing': (db) =>
    reviseValue(db, 'notifications', (value, _call, user) => {
      const optedOut: readonly (string | null)[] = user?.language === 'de' ? ['email_survey', null] : ['email_survey'];
      return optedOut.includes(null) ? { ...value, email: [] } : value;
    }),
  'nolock-skips-a-row': (db) => {
    const moved = every(4);
    reviseValue(db, 'notifications', (value) => {
      if (!moved()) return value;
      const kept = rows(value['app']).map((group) => ({
        ...group,
        notifications: rows(group['notifications']).filter(({ id }) => id !== 'app_price_alert'),
      }));
      return { ...value, app: kept };
    });
  },
  'number-in-the-query-is-a-column-position': (db) =>
    reviseValue(db, 'portfolios', (value, call) => {
      const ordinal = [...new URLSearchParams(call.query).values()].find((text) => /^\d{1,9}$/.test(text));
      if (ordinal === undefined) return value;
      const place = Number(ordinal) - 1;
      const order = (left: Bag, right: Bag): number =>
        String(Object.values(left)[place]).localeCompare(String(Object.values(right)[place]), 'en', { numeric: true });
      const sorted = rows(value['portfolios']).map((portfolio) => {
        const positions = rows(portfolio['positions']);
        if (place < 0 || place >= Object.keys(positions[0] ?? {}).length) {
          throw new Raise(400, `ORDER BY position ${ordinal} is not in the select list`);
        }
        return { ...portfolio, positions: positions.sort(order) };
      });
      return { portfolios: sorted };
    }),
};
