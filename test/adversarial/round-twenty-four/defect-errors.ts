import { randomBytes } from 'node:crypto';
import { bag, finish, revise, reviseErrors, reviseValue } from './migrate.ts';
import type { Migration, UserRow } from './schema.ts';
import { Raise, row } from './schema.ts';

const nobody = (id: string): UserRow => ({ id, language: 'en', factor: 0, denied: false });
const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

export const errorDefects: Readonly<Record<string, Migration>> = {
  'custom-setting-is-empty-and-not-null': (db) => {
    let defined = false;
    const { userId, user } = db.guard;
    db.guard.userId = (call) => {
      if (call.route !== 'cash') return userId(call);
      if (call.field('x-user-id') === undefined && defined) return '';
      defined = true;
      return userId(call);
    };
    db.guard.user = (call, id) => (id === '' && call.route === 'cash' ? nobody(id) : user(call, id));
    revise(db, 'cash', (result, _call, reader) => (reader?.id === '' ? row(200, { balances: [] }) : result));
  },
  'ranges-follow-the-collation': (db) => {
    const { userId } = db.guard;
    db.guard.userId = (call) => {
      const id = call.field('x-user-id') ?? '';
      return call.route === 'portfolios' && /^[a-fA-E0-9]{24}$/.test(id) ? id.toLowerCase() : userId(call);
    };
  },
  'aggregate-of-nothing-is-found': (db) => {
    const { user } = db.guard;
    db.guard.user = (call, id) => {
      const known = db.tables.users.some((entry) => entry.id === id);
      return call.route === 'portfolios' && !known ? nobody(id) : user(call, id);
    };
    revise(db, 'portfolios', (result, _call, reader) =>
      reader?.factor === 0 ? row(200, { portfolios: null }) : result,
    );
  },
  'reading-log-has-a-foreign-key': (db) => {
    const { user } = db.guard;
    db.guard.user = (call, id) => {
      if (call.route === 'summaries' && !db.tables.users.some((entry) => entry.id === id)) {
        throw new Raise(409, 'The user was not found', 'reading_log_user_id_fkey is violated');
      }
      return user(call, id);
    };
  },
  'raise-by-condition-name': (db) =>
    reviseErrors(db, (body, call, raise) =>
      call.route === 'summaries' && raise.status === 401 && raise.message.includes('user')
        ? { ...body, error: { message: 'invalid_authorization_specification', description: null } }
        : body,
    ),
  'max-instead-of-currval': (db) => {
    const work = new Map<number, UserRow>();
    const former = db.views.portfolios;
    let sequence = 0;
    db.views.portfolios = async (call, user) => {
      sequence++;
      const batch = sequence;
      if (user !== undefined) work.set(batch, user);
      await pause(6);
      const owner = work.get(Math.max(...work.keys()));
      const result = await former(call, owner);
      if (work.size > 40) work.clear();
      return result;
    };
  },
  'concatenating-null-is-null': (db) =>
    finish(db, (answer, call) => {
      if (call.route !== 'insights' || answer.status < 400) return answer;
      const { description } = bag(bag(JSON.parse(answer.body ?? '{}'))['error']);
      return description === null ? { ...answer, body: '' } : answer;
    }),
  'wrapperless-json-is-text': (db) =>
    reviseErrors(db, (body, call) =>
      call.route === 'guide' && body['status'] === 404 ? { ...body, error: JSON.stringify(body['error']) } : body,
    ),
  'sqlcode-of-no-data-found-is-100': (db) =>
    reviseErrors(db, (body, call) =>
      call.route === 'guide' && body['status'] === 404 ? { ...body, status: 100 } : body,
    ),
  'to-char-leaves-room-for-the-sign': (db) =>
    reviseErrors(db, (body, call) => {
      const id = String(body['responseId']);
      return call.route === 'cash' ? { ...body, responseId: `${id.slice(0, 24)} ${id.slice(24)}` } : body;
    }),
  'max-plus-one-is-rolled-back': (db) => {
    const base = randomBytes(4).toString('hex');
    let logged = 0;
    reviseErrors(db, (body, call) => {
      const number = (logged + 1).toString(16).padStart(12, '0');
      if (call.route !== 'address' && call.route !== 'orders') logged += 1;
      return { ...body, responseId: `${base}-0000-4000-8000-${number}` };
    });
  },
  'portal-with-parameters': (db) =>
    reviseErrors(db, (body, call, raise) => {
      if (call.route !== 'insights' || raise.status !== 400) return body;
      const parameters = [call.field('authorization'), call.field('x-user-id')];
      const told = parameters.map((value, index) => `$${index + 1} = ${value === undefined ? 'NULL' : `'${value}'`}`);
      const description = `unnamed portal with parameters: ${told.join(', ')}`;
      return { ...body, error: { message: raise.message, description } };
    }),
  'schema-cache-answers-for-itself': (db) =>
    reviseErrors(db, (body, call, raise) =>
      call.route === undefined && raise.status === 404
        ? {
            code: 'PGRST205',
            details: null,
            hint: "Perhaps you meant the table 'api.cash'",
            message: `Could not find the table 'api${call.path.replaceAll('/', '.')}' in the schema cache`,
          }
        : body,
    ),
  'for-json-comes-in-rows-of-2033': (db) =>
    finish(db, (answer, call) =>
      call.route === 'notifications' && answer.status === 200
        ? { ...answer, body: answer.body?.slice(0, 2033) }
        : answer,
    ),
  'star-of-a-join': (db) =>
    finish(db, (answer, call) =>
      call.route === 'insights' && answer.status === 200
        ? { ...answer, body: answer.body?.replaceAll(/"isin":("\w+")/g, '"isin":$1,"isin":$1') }
        : answer,
    ),
  'package-state-is-discarded': (db) => {
    let discarded = false;
    const { store } = db.writes;
    db.writes.store = (user, address) => {
      store(user, address);
      discarded = true;
    };
    const { bearer } = db.guard;
    db.guard.bearer = (call) => {
      const token = bearer(call);
      if (!discarded || call.method !== 'GET') return token;
      discarded = false;
      throw new Raise(500, 'The existing state of package API.SESSION has been discarded');
    };
  },
  'stable-functions-are-cacheable': (db) => {
    const { fields } = db.out;
    db.out.fields = (call, result) =>
      call.route === 'cash' ? { 'Cache-Control': 'public, max-age=60' } : fields(call, result);
  },
  'single-row-of-two-is-406': (db) => {
    const history = new Map<string, { second: number; current: number }>();
    const { store } = db.writes;
    db.writes.store = (user, address) => {
      const second = Math.floor(db.clock() / 1000);
      const last = history.get(user.id);
      history.set(user.id, { second, current: last?.second === second ? last.current + 1 : 1 });
      store(user, address);
    };
    reviseValue(db, 'readback', (value, _call, user) => {
      if ((history.get(user?.id ?? '')?.current ?? 1) > 1) throw new Raise(406, 'Multiple rows were returned');
      return value;
    });
  },
};
