import { randomBytes } from 'node:crypto';
import { every, finish, revise, reviseErrors, reviseValue } from './migrate.ts';
import type { Migration, Schema } from './schema.ts';
import { isBag, Raise } from './schema.ts';
import type { Bag, Route } from './types.ts';

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
const withFields = (db: Schema, fields: Record<string, string>): void =>
  finish(db, (answer) => (answer.status < 300 ? { ...answer, fields: { ...answer.fields, ...fields } } : answer));
/** Raises with another status where the given function refuses. */
const refusing =
  <Arguments extends unknown[], Value>(former: (...given: Arguments) => Value, status: (raise: Raise) => number) =>
  (...given: Arguments): Value => {
    try {
      return former(...given);
    } catch (error) {
      if (error instanceof Raise) throw new Raise(status(error), error.message, error.detail, error.fields);
      throw error;
    }
  };
const shortestFirst = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shortestFirst);
  if (!isBag(value)) return value;
  const names = Object.keys(value).sort((left, right) => left.length - right.length || (left < right ? -1 : 1));
  return Object.fromEntries(names.map((name) => [name, shortestFirst(value[name])]));
};
const reads: readonly Route[] = ['guides', 'guide', 'insights', 'summaries', 'notifications', 'cash', 'portfolios'];
const eachRead = (db: Schema, change: (value: Bag) => Bag): void => {
  for (const route of reads) reviseValue(db, route, change);
};
const unnamed = (value: Bag): Bag => ({
  ...Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      Array.isArray(member) ? member.map((entry: unknown) => (isBag(entry) ? unnamed(entry) : entry)) : member,
    ]),
  ),
  '?column?': 1,
});

export const protocolVariations: Readonly<Record<string, Migration>> = {
  'read-back-below-an-unnamed-column': (db) =>
    reviseValue(db, 'readback', (value) => ({ '?column?': value['address'] })),
  'answers-tell-a-content-range': (db) => withFields(db, { 'Content-Range': '0-0/*', 'Range-Unit': 'items' }),
  'errors-have-code-details-hint': (db) =>
    reviseErrors(db, (body, _call, raise) => ({
      code: `PT${raise.status}`,
      details: null,
      hint: 'Check the role',
      message: raise.message,
      ...body,
    })),
  'errors-of-rest-data-services': (db) =>
    reviseErrors(db, (body, _call, raise) => ({
      code: 'Refused',
      title: raise.message,
      type: 'tag:oracle.com,2020:error/Refused',
      instance: 'tag:oracle.com,2020:ecid/kP3xq1',
      cause: '',
      action: '',
      'o:errorCode': 'ORDS-25001',
      ...body,
    })),
  'errors-of-odata': (db) =>
    reviseErrors(db, (body) => {
      const { error } = body;
      const odata = { code: '501', target: 'query', details: [], innererror: {} };
      return { ...body, error: isBag(error) ? { ...odata, ...error } : error };
    }),
  'members-by-length-of-name': (db) => {
    db.out.render = (value) => JSON.stringify(shortestFirst(value));
  },
  'unnamed-columns': (db) => eachRead(db, unnamed),
  'answers-carry-result-set-metadata': (db) =>
    eachRead(db, (value) => ({
      env: { defaultTimeZone: 'UTC' },
      statementPos: { startLine: 1, endLine: 2 },
      response: [],
      rowCount: '1',
      ...value,
    })),
  'unknown-user-is-no-single-row': (db) => {
    db.guard.user = refusing(db.guard.user, ({ status }) => (status === 404 ? 406 : status));
  },
  'malformed-guide-416': (db) => {
    const former = db.views.guide;
    const status = ({ status: told }: Raise): number => (told === 400 ? 416 : told);
    db.views.guide = refusing((call, user) => former(call, user), status);
  },
  'malformed-user-410': (db) => {
    db.guard.userId = refusing(db.guard.userId, () => 410);
  },
  'query-refused-416': (db) => {
    for (const route of reads) {
      const former = db.views[route];
      db.views[route] = (call, user) => {
        if (call.query !== '') throw new Raise(416, 'The requested range is not satisfiable');
        return former(call, user);
      };
    }
  },
  'unknown-route-suggests-another': (db) =>
    reviseErrors(db, (body, call) =>
      call.route === undefined
        ? { ...body, hint: "Perhaps you meant '/cash'", candidates: ['/cash', '/portfolios'] }
        : body,
    ),
  'token-refusals-by-sqlstate': (db) => {
    db.token.refusal = (raise) => ({
      status: 400,
      fields: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ code: '28P01', details: null, hint: null, message: raise.message }),
    });
  },
  'preferences-are-applied': (db) =>
    withFields(db, { 'Preference-Applied': 'return=representation, tx=commit; max-affected=1, timezone=UTC' }),
  'update-answered-with-a-list-of-one-row': (db) =>
    reviseValue(db, 'address', () => [{ rows_affected: 1, committed: true }]),
  'order-answered-by-out-parameters': (db) =>
    reviseValue(db, 'orders', (value) => ({ P_ORDER_ID: value['orderId'], P_RESULT: 0, P_ERRM: null })),
  'refused-bodies-413': (db) => {
    const status = ({ status: told }: Raise): number => (told === 422 || told === 400 ? 413 : told);
    db.writes.address = refusing(db.writes.address, status);
    db.writes.order = refusing(db.writes.order, status);
    db.writes.parse = refusing(db.writes.parse, status);
    db.writes.checkCountry = refusing(db.writes.checkCountry, status);
  },
  'media-type-refused-422': (db) => {
    db.writes.checkType = refusing(db.writes.checkType, () => 422);
  },
  'absent-methods-are-400': (db) => {
    db.unknownMethod = () => new Raise(400, 'Only GET, POST and PATCH have a meaning for procedures');
  },
  'token-ids-are-log-positions': (db) => {
    const { claims } = db.token;
    let position = 0xb374_d848;
    db.token.claims = (client) => {
      position += 56;
      return { ...claims(client), jti: `16/${position.toString(16).toUpperCase()}` };
    };
  },
  'scopes-as-acl-items': (db) => {
    const { claims, scope: granted } = db.token;
    db.token.claims = (client) => {
      const { scope: _told, ...rest } = claims(client);
      return {
        ...rest,
        acl: `{${granted(client)
          .split(' ')
          .map((word) => `"${word}=r/depot"`)
          .join(',')}}`,
      };
    };
    db.guard.scope = (payload) =>
      [...String(payload['acl'] ?? '').matchAll(/"([^"=]+)=r\/depot"/g)].map(([, word]) => word).join(' ');
  },
  'vary-names-preferences': (db) =>
    revise(db, 'guides', (result) => ({
      ...result,
      fields: { Vary: 'Prefer, Accept-Profile, Range, Range-Unit, Authorization, X-User-Id' },
    })),
  'chunks-of-2033-characters': (db) => {
    db.pieces = (body) => body.match(/.{1,2033}/gsu) ?? [];
  },
  'sixth-execution-is-planned-anew': (db) => {
    const sixth = every(6);
    finish(db, async (answer) => {
      if (sixth()) await pause(40);
      return answer;
    });
  },
  'pool-of-two-connections': (db) => {
    const connections = [Promise.resolve(), Promise.resolve()];
    let next = 0;
    finish(db, async (answer) => {
      next = (next + 1) % connections.length;
      const turn = (connections[next] ?? Promise.resolve()).then(() => pause(2));
      connections[next] = turn;
      await turn;
      return answer;
    });
  },
  'media-type-of-odata': (db) =>
    withFields(db, {
      'Content-Type': 'application/json; odata.metadata=minimal; odata.streaming=true; IEEE754Compatible=false',
      'OData-Version': '4.0',
    }),
  'response-ids-differ-in-the-middle': (db) => {
    const [head, tail] = [randomBytes(4).toString('hex'), randomBytes(6).toString('hex')];
    let number = 0;
    db.out.id = () => {
      number += 1;
      const digits = number.toString(16).padStart(6, '0');
      return `${head}-${digits.slice(0, 4)}-40${digits.slice(4)}-9c3f-${tail}`;
    };
  },
};
