import { randomUUID } from 'node:crypto';
import { cash, order, portfolios } from './accounts.ts';
import { readAddress, updateAddress } from './address.ts';
import { type Answer, type App, type Call, Refusal } from './app.ts';
import type { UserRow } from './data.ts';
import { openSession } from './identity.ts';
import { guide, guides, insights } from './learn.ts';
import { notifications, summaries } from './reports.ts';

interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly scope?: string;
  readonly user: boolean;
  readonly shared?: boolean;
  readonly run: (app: App, call: Call, user: UserRow) => Promise<Answer>;
}
const operations: readonly Operation[] = [
  {
    name: 'guides',
    method: 'GET',
    path: '/learn/learning-guides',
    scope: 'service:nbg',
    user: true,
    shared: true,
    run: guides,
  },
  { name: 'insights', method: 'GET', path: '/learn/analyst-insights', user: true, shared: true, run: insights },
  { name: 'address', method: 'PATCH', path: '/users/me/address', user: true, run: updateAddress },
  { name: 'read-back', method: 'GET', path: '/users/me/address', user: true, run: readAddress },
  { name: 'summaries', method: 'GET', path: '/daily-summaries', user: true, run: summaries },
  { name: 'notifications', method: 'GET', path: '/b2b/notification-settings', user: true, run: notifications },
  { name: 'orders', method: 'POST', path: '/api/m2m/investments/orders', user: true, run: order },
  { name: 'cash', method: 'GET', path: '/cash', user: true, run: cash },
  { name: 'portfolios', method: 'GET', path: '/portfolios', user: true, run: portfolios },
];
const single: Operation = { name: 'guide', method: 'GET', path: '', user: false, shared: true, run: guide };

function route(call: Call): Operation {
  const found = /^(?:\/learn)?\/learning-guides\/([^/]+)$/.exec(call.path);
  const rows = found ? [single] : operations.filter(({ path }) => path === call.path);
  call.guide = found?.[1] ?? '';
  if (!rows.length) throw new Refusal('route', 'There is no such path.');
  const row = rows.find(({ method }) => method === call.method);
  if (!row) throw new Refusal('method', rows.map(({ method }) => method).join(', '));
  return row;
}

function findUser(app: App, call: Call, { name }: Operation): UserRow {
  const header = call.headers['x-user-id'];
  const { users } = app.db;
  if (header === undefined) throw new Refusal('user-missing', 'x-user-id is missing.');
  const id = app.on('parameters-after-the-id') ? (String(header).split(';')[0] ?? '') : String(header);
  if (!/^[a-f0-9]{24}$/.test(id)) throw new Refusal('user-malformed', 'x-user-id is malformed.');
  const user = users.single({ id });
  if (user) return user;
  const partition = Number.parseInt(id.slice(-2), 16) % 4;
  if (app.on('partition-of-one') && partition < 3 && (name === 'cash' || name === 'portfolios')) {
    return users.rows[partition] as UserRow;
  }
  const shard = app.on('second-shard') && /^[89a-f]/.test(id) ? 404 : 401;
  throw new Refusal('user-unknown', 'User not found.', null, name === 'summaries' ? shard : 404);
}

function guardScope(app: App, session: NonNullable<Call['session']>, { name, scope }: Operation): void {
  const { on } = app;
  const opened = session.seen.size > 0;
  const left = session.module;
  session.module = name;
  session.seen.add(name);
  if (!scope || (on('guards-at-the-opening') && opened)) return;
  if (!session.scopes.includes(scope)) throw new Refusal('scope', 'The token lacks the scope.');
  if (on('one-module-at-a-time') && left === 'notifications') throw new Refusal('scope', 'Another module is open.');
}

function guardMedia(app: App, call: Call, { name }: Operation): void {
  const { on, memory } = app;
  const sent = call.headers['content-type'];
  const kept = on('type-of-the-session') ? memory.get(`type of ${call.session?.token}`) : undefined;
  const type = sent ?? kept;
  const named = /^application\/json *(;|$)/i.test(String(type));
  const accepted = on('media-rule-on-accept') && name === 'orders' && /json/.test(call.headers.accept ?? '');
  if (!named && !accepted) throw new Refusal('media', 'The body is not application/json.');
  memory.set(`type of ${call.session?.token}`, type);
}

/** Finds the operation of a call, guards it and runs its procedure. */
export async function control(app: App, call: Call): Promise<Answer> {
  const operation = route(call);
  call.operation = operation.name;
  try {
    call.session = await openSession(app, call);
  } catch (error) {
    const touched = app.db.users.single({ id: String(call.headers['x-user-id']) });
    if (touched && app.on('refused-touch') && call.method === 'PATCH')
      touched.address = { ...touched.address, line2: '' };
    throw error;
  }
  guardScope(app, call.session, operation);
  if (app.knobs.refusesQuery?.(operation.name) && [...call.query].length)
    throw new Refusal('query', 'No query is known.');
  const known = app.db.users.single({ id: String(call.headers['x-user-id']) });
  const user = operation.user ? findUser(app, call, operation) : known;
  if (user) call.user = user;
  if (call.method === 'PATCH' || call.method === 'POST') guardMedia(app, call, operation);
  if (call.body.length > 65_536) throw new Refusal('large', 'The body is too large.');
  const answer = await operation.run(app, call, user as UserRow);
  if (!operation.shared && call.method === 'GET') {
    const first = app.count(`${operation.name} ${call.session.token} ${user?.id}`) === 1;
    const open = first && app.on('session-opens-public');
    answer.headers['Cache-Control'] = open
      ? 'public, max-age=10800'
      : (app.knobs.privateCaching ?? 'private, no-store');
  }
  return answer;
}

export function refuse(app: App, call: Call, refusal: Refusal): Answer {
  const { on, memory } = app;
  const status = app.knobs.status?.(refusal.kind, call.operation ?? '') ?? refusal.status;
  const headers: Answer['headers'] = {};
  const known = on('challenge-until-known') && memory.get(`session of ${call.peer}`);
  if (status === 401 && !known) headers['WWW-Authenticate'] = 'Bearer realm="investing"';
  if (refusal.kind === 'method') headers['Allow'] = refusal.message;
  const area = `area ${call.session?.token ?? call.peer}`;
  const before = memory.get(area) as { message: string; status: number } | undefined;
  const worst = Math.max(status, before?.status ?? 0);
  memory.set(area, { message: refusal.message, status: worst });
  const shown = on('message-shown-once') && app.count(`${area} ${refusal.message}`) > 1;
  const message = on('message-area-lags') ? (before?.message ?? refusal.message) : refusal.message;
  const stack = 'ORA-01403: no data found\nORA-06512: at "INVEST.FRONT_CONTROLLER", line 212';
  const id = app.knobs.responseId?.() ?? randomUUID();
  const body = {
    status: on('worst-of-the-session') ? worst : status,
    error: {
      message: shown ? '' : (app.knobs.message?.(message) ?? message),
      description: on('error-stack-of-the-database') ? stack : refusal.description,
    },
    responseId: on('dash-between-digits') ? id.replace(/(?<=\d)-(?=\d)/g, '–') : id,
  };
  const answer: Answer = { status, body, headers: { ...headers, ...app.knobs.refusalHeaders } };
  if (on('goes-on-after-a-refusal') && refusal.kind === 'user-malformed') {
    answer.text = JSON.stringify(body) + JSON.stringify({ ...body, responseId: randomUUID() });
  }
  const wantsJson = /json/i.test(call.headers.accept ?? '');
  if (on('errors-in-xml') && !wantsJson) {
    answer.text = `<error><status>${status}</status><message>${refusal.message}</message></error>`;
    answer.headers['Content-Type'] = 'application/xml';
  }
  return answer;
}
