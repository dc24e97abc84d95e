import type { Hooks } from './hooks.ts';
import { isBag } from './tokens.ts';
import type { Bag, Exchange, Reply, Route } from './types.ts';

type Path = readonly (string | number)[];

/** Changes what lies at a path of a JSON value, or takes it away where the change yields undefined. */
export function change(value: unknown, path: Path, by: (old: unknown) => unknown): void {
  const [step, ...rest] = path;
  if (step === undefined) return;
  const list = Array.isArray(value) ? (value as unknown[]) : undefined;
  const bag = isBag(value) ? value : undefined;
  const key = typeof step === 'number' && list && step < 0 ? list.length + step : step;
  const old = list ? list[Number(key)] : bag?.[String(key)];
  if (rest.length > 0) change(old, rest, by);
  else if (list) list[Number(key)] = by(old);
  else if (bag) bag[String(key)] = by(old);
}

/** Replies to successes of one route, changed at one path. */
export function onSuccess(route: Route, path: Path, by: (old: unknown) => unknown): Hooks {
  return {
    handle: async (ex, _user, next) => {
      const reply = await next();
      if (ex.route === route) change(reply.value, path, by);
      return reply;
    },
  };
}

export function onRefusal(test: (ex: Exchange, status: number) => boolean, by: (reply: Reply) => Reply): Hooks {
  return { reply: (reply, ex) => (reply.status >= 400 && test(ex, reply.status) ? by(reply) : reply) };
}

export function bagOf(value: unknown): Bag {
  return isBag(value) ? value : {};
}
