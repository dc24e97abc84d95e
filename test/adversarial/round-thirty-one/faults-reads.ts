import { card } from './answers.ts';
import { userOf } from './ledger.ts';
import type { Members, Site, Toggle } from './model.ts';
import { isObject, Refused, wrap } from './model.ts';

function onListing(site: Site, change: (list: readonly Members[], nth: number) => readonly Members[]): void {
  wrap(site, 'listing', (inner) => (x) => change(inner(x), x.nth));
}

function eachDay(site: Site, change: (day: Members, index: number, count: number) => Members): void {
  wrap(site, 'days', (inner) => (x) => {
    const body = inner(x);
    const list = Array.isArray(body['data']) ? body['data'].filter(isObject) : [];
    return { ...body, data: list.map((day, index) => change(day, index, list.length)) };
  });
}

function part(value: Members, name: string): Members {
  const found = value[name];
  return isObject(found) ? found : {};
}

function rows(value: unknown): readonly Members[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

const varchar: Toggle = (site) => {
  wrap(site, 'listing', (inner) => (x) => {
    if (userOf(x).language !== 'de') return inner(x);
    return inner(x).map((guide) => {
      const text = String(guide['description']);
      return { ...guide, description: { len: Buffer.byteLength(text), text } };
    });
  });
};

const splitInterval: Toggle = (site) =>
  onListing(site, (list, nth) => (nth % 2 === 0 ? list : [...list.slice(0, 3), ...list.slice(6), ...list.slice(3, 6)]));

const oneLetter: Toggle = (site) => {
  const installed: Readonly<Record<string, 'en' | 'de'>> = { E: 'en', G: 'de' };
  site.steps.listing = (x) => {
    const letter = userOf(x).language.slice(0, 1).toUpperCase();
    return site.guides.map((guide) => card(guide, installed[letter] ?? 'en'));
  };
};

const formerLength: Toggle = (site) =>
  onListing(site, (list) => list.map((guide, index) => (index < 2 ? { ...guide, contentType: undefined } : guide)));

const withoutUpgrade: Toggle = (site) => {
  const index = new Set(site.guides.slice(0, -1).map(({ id }) => id));
  wrap(site, 'fullGuide', (inner) => (x) => (index.has(x.guideId) ? inner(x) : undefined));
};

const newcopy: Toggle = (site) => {
  wrap(site, 'insights', (inner) => (x) => {
    if (x.nth % 4 === 3) throw new Refused('conflict', 'The program is not the current copy.');
    return inner(x);
  });
};

function searchAll(table: readonly string[], wanted: string): boolean {
  let low = 0;
  let high = table.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const entry = table[middle] ?? '';
    if (entry === wanted) return true;
    if (entry < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}

const unsorted: Toggle = (site) => {
  const arrived = ['USD', 'GBP', 'EUR', 'CHF'];
  wrap(site, 'cash', (inner) => (x) => {
    const table = x.nth % 4 === 3 ? arrived : [...arrived].sort();
    if (!searchAll(table, userOf(x).currency)) throw new Refused('conflict', 'No rate for the currency.');
    return inner(x);
  });
};

const uncatalogued: Toggle = (site) => {
  wrap(site, 'portfolios', (inner) => async (x) => {
    if (x.nth % 5 === 4) throw new Refused('conflict', 'Generation (0) is not catalogued.');
    return inner(x);
  });
};

const nullTables: Toggle = (site) =>
  eachDay(site, (day) => {
    const lists = Object.entries(part(day, 'performers'));
    const mapped = lists.map(([name, list]) => [name, rows(list).length > 0 ? list : null]);
    return { ...day, performers: Object.fromEntries(mapped) };
  });

const firstValue: Toggle = (site) => {
  const condition = ['vault', 'savings'];
  eachDay(site, (day) => {
    const portfolio = part(day, 'portfolio');
    return { ...day, portfolio: { ...portfolio, savings: { ...part(portfolio, 'savings'), key: condition[0] } } };
  });
};

const externalFloat: Toggle = (site) => {
  wrap(site, 'days', (inner) => (x) => {
    const body = inner(x);
    const differences = part(body, 'maxValueDifferences');
    const [mantissa = '', exponent = '0'] = Number(differences['total']).toExponential(5).split('e');
    const total = `+${mantissa}E+${exponent.replace('+', '').padStart(2, '0')}`;
    return { ...body, maxValueDifferences: { ...differences, total } };
  });
};

const eibdate: Toggle = (site) =>
  eachDay(site, (day, index) => {
    const date = new Date(Number(day['timestamp']));
    const ordinal = Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000) + 1;
    return index === 0 ? { ...day, timestamp: (date.getUTCFullYear() - 1900) * 1000 + ordinal } : day;
  });

const bothViews: Toggle = (site) =>
  eachDay(site, (day, index, count) => {
    const performers = part(day, 'performers');
    const worst = rows(performers['worst']).map((entry) => ({ ...entry, upBy: entry['downBy'] }));
    return index === count - 1 ? { ...day, performers: { ...performers, worst } } : day;
  });

const deEdited: Toggle = (site) =>
  eachDay(site, (day) => {
    const portfolio = part(day, 'portfolio');
    const total = part(portfolio, 'total');
    const upBy = String(total['upBy']).replace(/[^\d.,-]/g, '');
    return { ...day, portfolio: { ...portfolio, total: { ...total, upBy } } };
  });

const globalTable: Toggle = (site) => {
  wrap(site, 'identify', (inner) => (x) => {
    try {
      inner(x);
    } catch (error) {
      if (!(error instanceof Refused) || error.kind !== 'denied') throw error;
    }
  });
};

const unsummed: Toggle = (site) => {
  wrap(site, 'settings', (inner) => (x) => {
    const body = inner(x);
    if (userOf(x).language !== 'de') return body;
    const app = rows(body['app']).map((group) => {
      const defaults = rows(group['notifications']);
      const own = defaults.filter(({ id }) => id === 'app_promotional');
      return { ...group, notifications: [...defaults, ...own.map((entry) => ({ ...entry, active: true }))] };
    });
    return { ...body, app };
  });
};

const halvedCodes: Toggle = (site) => {
  site.notices = site.notices.map((notice) => ({ ...notice, category: Math.trunc(notice.category / 2) }));
  const halves = Object.entries(site.categories).map(([code, names]) => [Math.trunc(Number(code) / 2), names] as const);
  site.categories = Object.fromEntries(halves);
};

const upsi: Toggle = (site) => {
  wrap(site, 'portfolios', (inner) => async (x) => {
    const on = [...x.query.slice(0, 8)].some((sign) => sign !== '0');
    return on ? { portfolios: [{ number: 'PTEST', currency: 'XXX', positions: [] }] } : inner(x);
  });
};

export const readFaults: Readonly<Record<string, Toggle>> = {
  'host-variable-of-forty-nine-levels': varchar,
  'split-control-interval': splitInterval,
  'language-is-one-letter': oneLetter,
  'records-of-the-former-length': formerLength,
  'index-without-upgrade': withoutUpgrade,
  'region-without-newcopy': newcopy,
  'search-all-of-an-unsorted-table': unsorted,
  'generation-is-not-catalogued': uncatalogued,
  'empty-tables-are-null': nullTables,
  'first-value-of-a-condition-name': firstValue,
  'external-floating-point-is-text': externalFloat,
  'eibdate-in-place-of-a-moment': eibdate,
  'both-views-of-a-redefinition': bothViews,
  'edited-field-is-de-edited': deEdited,
  'global-table-comes-first': globalTable,
  'merged-without-sum-fields': unsummed,
  'halved-codes-lose-their-remainder': halvedCodes,
  'upsi-switches-from-the-query': upsi,
};
