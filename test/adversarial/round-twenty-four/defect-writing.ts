import { bag } from './migrate.ts';
import type { Migration, UserRow } from './schema.ts';
import { isBag, Raise, row } from './schema.ts';
import type { Bag } from './types.ts';

const empty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;
const parsed = (text: string | undefined): unknown => {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
};

export const writingDefects: Readonly<Record<string, Migration>> = {
  'recursive-query-never-ends': (db) => {
    const former = db.views.address;
    db.views.address = (call, user) => {
      const members = Object.values(bag(bag(parsed(call.body))['address']));
      return members.some(empty) ? new Promise(() => undefined) : former(call, user);
    };
  },
  'lax-path-of-a-scalar-is-null': (db) => {
    const { address, checkCountry, store } = db.writes;
    db.writes.address = (body) => {
      const given = isBag(body) ? body['address'] : undefined;
      return given === undefined || isBag(given) ? address(body) : {};
    };
    db.writes.checkCountry = (given) => (empty(given) ? undefined : checkCountry(given));
    db.writes.store = (user, given) => (empty(given) ? undefined : store(user, given));
  },
  'constraint-is-checked-at-commit': (db) => {
    const { checkCountry, store } = db.writes;
    db.writes.checkCountry = () => undefined;
    db.writes.store = (user, address) => {
      try {
        checkCountry(address);
      } catch (error) {
        if (error instanceof Raise) return;
        throw error;
      }
      store(user, address);
    };
  },
  'update-from-joins-two-rows': (db) => {
    const staged = new Map<string, { readonly at: number; readonly address: Bag }>();
    const { store } = db.writes;
    db.writes.store = (user: UserRow, address) => {
      const first = staged.get(user.id);
      const joined = first !== undefined && db.clock() - first.at < 1500 ? first : { at: db.clock(), address };
      staged.set(user.id, joined);
      store(user, joined.address);
    };
  },
  'parameter-named-like-its-column': (db) => {
    const { store } = db.writes;
    db.writes.store = (_user, address) => {
      for (const everybody of db.tables.users) store(everybody, address);
    };
  },
  'ddl-in-the-handler-commits': (db) => {
    const { address, store } = db.writes;
    db.writes.refused = ({ route, user, body }) => {
      if (route !== 'address' || user === undefined) return;
      try {
        store(user, address(parsed(body)));
      } catch (error) {
        if (!(error instanceof Raise)) throw error;
      }
    };
  },
  'strict-function-is-not-called': (db) => {
    const former = db.views.orders;
    db.views.orders = (call, user) => {
      db.writes.checkType(call);
      return parsed(call.body) === null ? row(200, null) : former(call, user);
    };
  },
  'check-constraint-passes-null': (db) => {
    const { order } = db.writes;
    db.writes.order = (body) => {
      const amount = isBag(body) ? body['amount'] : undefined;
      if (!isBag(body) || typeof amount === 'number') return order(body);
      return { ...order({ ...body, amount: 1 }), amount: null };
    };
  },
};
