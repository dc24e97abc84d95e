import { Buffer } from 'node:buffer';
import type { JWTPayload } from 'jose';
import { USERS } from './data.ts';
import type { Flow } from './flow.ts';
import { SCOPE } from './flow.ts';
import { mint, readJson } from './idp.ts';
import type { Json } from './model.ts';
import { isObject, json, plain, Refusal } from './model.ts';
import type { Patches } from './toggles.ts';

function part(token: string, index: number): Json {
  try {
    const value: unknown = readJson(Buffer.from(token.split('.')[index] ?? '', 'base64url'));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function claimsHold(flow: Flow, claims: JWTPayload): boolean {
  return (
    claims.iss === flow.settings.issuer &&
    claims.aud === flow.settings.audience &&
    typeof claims.exp === 'number' &&
    claims.exp > Date.now() / 1_000
  );
}

interface UpdateRow {
  readonly user: string;
  readonly address: Json;
  status: '' | 'stored' | 'refused';
}

function bodyAddress(body: Buffer): Json | undefined {
  try {
    const value = readJson(body);
    return isObject(value) && isObject(value.address) ? value.address : undefined;
  } catch {
    return undefined;
  }
}

export const accessDefects: Patches = {
  'connector-adds-its-own-credential': (flow) => {
    const credentials = flow.credentials;
    flow.credentials = async (exchange) => {
      const own = flow.tables.clients[1];
      if (exchange.route === 'insights' && !exchange.headers.has('authorization') && own !== undefined) {
        return await mint(flow, own);
      }
      return await credentials(exchange);
    };
  },

  'lookup-of-nothing-outputs-an-empty-item': (flow) => {
    const verify = flow.verify;
    const keyTable = [{ alg: 'ES256', key: flow.keys.publicKey }];
    flow.verify = async (token, exchange) => {
      if (exchange.route !== 'portfolios') return await verify(token, exchange);
      const header = part(token, 0);
      const item: { key?: unknown } = keyTable.find((row) => row.alg === header.alg) ?? {};
      const claims: JWTPayload = part(token, 1);
      const unsigned = header.alg === 'none' && token.endsWith('.');
      if (item.key === undefined && unsigned && claimsHold(flow, claims)) return claims;
      return await verify(token, exchange);
    };
  },

  'now-is-recalculated-on-edit': (flow) => {
    const now = flow.now;
    const lastEdit = new Date(Date.now() - 172_800_000);
    flow.now = (exchange) => (exchange.route === 'cash' ? lastEdit : now(exchange));
  },

  'linked-records-are-compared-by-name': (flow) => {
    const { audience, otherAudience } = flow.settings;
    const names = new Map([
      [audience, 'Brickhill API'],
      [otherAudience, 'Brickhill API'],
    ]);
    flow.audienceFits = (id) => names.get(id) === names.get(audience);
  },

  'empty-status-is-not-refused': (flow) => {
    const rows: UpdateRow[] = [];
    const serve = flow.serve;
    const read = flow.readAddress;
    flow.serve = async (exchange) => {
      if (exchange.route !== 'address') return await serve(exchange);
      const address = bodyAddress(exchange.body);
      const row: UpdateRow = { user: exchange.headers.get('x-user-id') ?? '', address: address ?? {}, status: '' };
      if (address !== undefined) rows.push(row);
      try {
        const reply = await serve(exchange);
        row.status = 'stored';
        return reply;
      } catch (error) {
        if (error instanceof Refusal && error.kind !== 'token') row.status = 'refused';
        throw error;
      }
    };
    flow.readAddress = (user) =>
      rows.filter((row) => row.user === user.id && row.status !== 'refused').at(-1)?.address ?? read(user);
  },

  'find-yields-nought-when-missing': (flow) => {
    flow.scopeAllows = (claims) => {
      const position = String(claims.scope ?? '').indexOf(SCOPE) + 1;
      return position !== -1;
    };
  },

  'synced-table-is-emptied-before-it-is-filled': (flow) => {
    const allows = flow.scopeAllows;
    const begin = Date.now();
    flow.scopeAllows = (claims) => {
      const elapsed = Date.now() - begin;
      const table = elapsed > 1_500 && elapsed % 1_500 < 250 ? [] : [SCOPE];
      return table.includes(SCOPE) && allows(claims);
    };
  },

  'lookup-takes-the-nearest-row-below': (flow) => {
    const find = flow.findUser;
    const sorted = [...USERS].sort((left, right) => (left.id < right.id ? -1 : 1));
    flow.findUser = (id, exchange) =>
      exchange.route === 'cash' ? sorted.filter((row) => row.id <= id).at(-1) : find(id, exchange);
  },

  'error-values-are-contagious': (flow) => {
    const unknown = flow.unknownUser;
    const join = (...cells: string[]): string => (cells.includes('#N/A') ? '#N/A' : cells.join(''));
    flow.unknownUser = (exchange) => {
      const refusal = unknown(exchange);
      const name = USERS.find((row) => row.id === exchange.headers.get('x-user-id'))?.language ?? '#N/A';
      return exchange.route === 'summaries'
        ? new Refusal('user-unknown', 401, join('User ', name, ' was not found'), { headers: { ...refusal.headers } })
        : refusal;
    };
  },

  'user-ids-are-slugified': (flow) => {
    const userId = flow.userId;
    const slugify = (text: string): string =>
      text
        .normalize('NFKD')
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '');
    flow.userId = (exchange) => {
      const id = exchange.headers.get('x-user-id');
      if (exchange.route !== 'notifications' || id === undefined) return userId(exchange);
      return userId({ ...exchange, headers: new Map([['x-user-id', slugify(id)]]) });
    };
  },

  'refusals-are-exported-as-rows': (flow) => {
    const refuse = flow.refuse;
    flow.refuse = (refusal, exchange) => {
      const reply = refuse(refusal, exchange);
      if (exchange.route !== 'portfolios') return reply;
      const row = plain(
        reply.status,
        'text/csv; charset=utf-8',
        `status,message,description,responseId\r\n${refusal.status},${refusal.message},,${flow.responseId()}\r\n`,
      );
      return { ...row, headers: { ...reply.headers, ...row.headers } };
    };
  },

  'dot-notation-is-switched-off': (flow) => {
    const refuse = flow.refuse;
    flow.refuse = (refusal, exchange) => {
      const reply = refuse(refusal, exchange);
      if (refusal.kind !== 'guide-unknown') return reply;
      const fields: readonly (readonly [string, unknown])[] = [
        ['status', refusal.status],
        ['error.message', refusal.message],
        ['error.description', refusal.description],
        ['responseId', flow.responseId()],
      ];
      return { ...reply, body: Object.fromEntries(fields) };
    };
  },

  'numbers-of-items-are-summed': (flow) => {
    const refuse = flow.refuse;
    flow.refuse = (refusal, exchange) => {
      const reply = refuse(refusal, exchange);
      if (exchange.route !== 'address' || !isObject(reply.body)) return reply;
      const items = Array.from({ length: refusal.mistakes }, () => refusal.status);
      return { ...reply, body: { ...reply.body, status: items.reduce((sum, status) => sum + status, 0) } };
    };
  },

  'execute-once-for-a-batch': (flow) => {
    const draw = flow.responseId;
    let batch = { id: '', ends: 0 };
    flow.responseId = () => {
      if (Date.now() >= batch.ends) batch = { id: draw(), ends: Date.now() + 25 };
      return batch.id;
    };
  },

  'paths-fall-to-the-table-api': (flow) => {
    flow.unknownRoute = () => new Refusal('route', 422, 'There is no table of that name');
  },

  'view-hides-the-column-of-texts': (flow) => {
    const refuse = flow.refuse;
    flow.refuse = (refusal, exchange) => {
      const columns = exchange.route === 'orders' ? { text: undefined } : { text: refusal.message };
      const reply = refuse(refusal, exchange);
      if (!isObject(reply.body) || !isObject(reply.body.error)) return reply;
      return { ...reply, body: { ...reply.body, error: { ...reply.body.error, message: columns.text ?? '' } } };
    };
  },

  'tasks-of-the-plan-are-used-up': (flow) => {
    const refuse = flow.refuse;
    const serve = flow.serve;
    let tasks = 0;
    const spent = new Refusal('platform', 402, 'The plan has no tasks left');
    flow.serve = async (exchange) => {
      tasks += 1;
      if (tasks > 1_500) throw spent;
      return await serve(exchange);
    };
    flow.refuse = (refusal, exchange) => {
      if (exchange.route === undefined) tasks += 1;
      return refuse(refusal, exchange);
    };
  },

  'unknown-guide-opens-a-form': (flow) => {
    const refuse = flow.refuse;
    flow.refuse = (refusal, exchange) => {
      if (refusal.kind !== 'guide-unknown') return refuse(refusal, exchange);
      const fields = [
        { name: 'id', value: exchange.guideId },
        { name: 'title', value: null },
      ];
      return json(200, { form: { title: 'New guide', fields } }, { 'Cache-Control': 'no-store' });
    };
  },
};
