import { enter } from './guard.ts';
import type { Call, Schema } from './schema.ts';
import { Raise } from './schema.ts';
import type { Answer, Route } from './types.ts';

const paths: readonly (readonly [path: string, method: string, route: Route])[] = [
  ['/learn/learning-guides', 'GET', 'guides'],
  ['/learn/analyst-insights', 'GET', 'insights'],
  ['/users/me/address', 'PATCH', 'address'],
  ['/users/me/address', 'GET', 'readback'],
  ['/daily-summaries', 'GET', 'summaries'],
  ['/b2b/notification-settings', 'GET', 'notifications'],
  ['/cash', 'GET', 'cash'],
  ['/portfolios', 'GET', 'portfolios'],
  ['/api/m2m/investments/orders', 'POST', 'orders'],
];
const guidePath = /^\/learn\/learning-guides\/([^/]+)$/;
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
};

/** Finds the route of a call, or raises what there is to say about its path or method. */
const route = (db: Schema, call: Call): void => {
  if (!call.path.startsWith(db.config.prefix)) throw db.unknownRoute(call);
  const path = call.path.slice(db.config.prefix.length);
  const guide = guidePath.exec(path)?.[1];
  if (guide !== undefined) {
    call.route = 'guide';
    call.guideId = decoded(guide);
    if (call.method !== 'GET') throw db.unknownMethod(call, 'GET');
    return;
  }
  const known = paths.filter(([name]) => name === path);
  if (known.length === 0) throw db.unknownRoute(call);
  const found = known.find(([, method]) => method === call.method);
  if (found === undefined) throw db.unknownMethod(call, known.map(([, method]) => method).join(', '));
  call.route = found[2];
};

export const refuse = (db: Schema, call: Call, raise: Raise): Answer => ({
  status: raise.status,
  fields: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', ...raise.fields },
  body: db.out.render(db.out.error(call, raise)),
});

const run = async (db: Schema, call: Call): Promise<Answer> => {
  try {
    route(db, call);
    await enter(db, call);
    const view = db.views[call.route ?? 'guides'];
    const result = await view(call, call.user);
    const fields = { ...db.out.fields(call, result), ...result.fields };
    if (result.value === undefined) return { status: result.status, fields, body: undefined };
    return {
      status: result.status,
      fields: { 'Content-Type': 'application/json; charset=utf-8', ...fields },
      body: db.out.render(result.value),
    };
  } catch (error) {
    if (!(error instanceof Raise)) throw error;
    db.writes.refused(call);
    return refuse(db, call, error);
  }
};

/** Answers one request of the API. */
export const dispatch = async (db: Schema, call: Call): Promise<Answer> => db.out.finish(call, await run(db, call));
