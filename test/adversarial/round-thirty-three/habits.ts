import { isObject } from './beans.ts';
import type { Beans, Header, Json, Reply, Req, Toggle, User } from './model.ts';
import type { Variation } from './types.ts';

export interface Habit extends Variation {
  readonly apply: Toggle;
}
export const habit = (id: string, title: string, apply: Toggle): Habit => ({ id, title, apply });

export const finishing =
  (change: (reply: Reply, req: Req) => Reply): Toggle =>
  ({ beans }) => {
    const { finish } = beans;
    beans.finish = (reply, req) => change(finish(reply, req), req);
  };
export const fields = (...headers: readonly Header[]): Toggle =>
  finishing((reply) => ({ ...reply, headers: [...reply.headers, ...headers] }));

const below = (value: unknown, change: (object: Json) => Json): unknown =>
  Array.isArray(value)
    ? value.map((item) => below(item, change))
    : isObject(value)
      ? change(Object.fromEntries(Object.entries(value).map(([name, item]) => [name, below(item, change)])))
      : value;
/** Every object of a success is changed; profiles are left alone, as the address is read back from them. */
export const objects = (change: (object: Json) => Json): Toggle =>
  finishing((reply, req) =>
    reply.status < 300 && req.area !== 'profile' ? { ...reply, body: below(reply.body, change) } : reply,
  );
export const errors = (more: (reply: Reply) => Json): Toggle =>
  finishing((reply) => (reply.status >= 400 ? { ...reply, body: { ...(reply.body as Json), ...more(reply) } } : reply));
export const texts = (change: (message: string) => string): Toggle =>
  finishing((reply) => {
    const body = reply.body as Json;
    const error = isObject(body) ? body['error'] : undefined;
    return reply.status >= 400 && isObject(error)
      ? { ...reply, body: { ...body, error: { ...error, message: change(String(error['message'])) } } }
      : reply;
  });
export const claims =
  (more: Json): Toggle =>
  ({ beans }) => {
    const { claims: former } = beans;
    beans.claims = (client) => ({ ...former(client), ...more });
  };
export const shaped =
  (name: 'cash' | 'portfolios' | 'insights', make: (user: User, body: Json) => unknown): Toggle =>
  ({ beans }) => {
    const former: Beans['cash'] = beans[name];
    beans[name] = async (user, req) => make(user, (await former(user, req)) as Json);
  };
export const updated =
  (make: (user: User, count: number) => Reply): Toggle =>
  ({ beans }) => {
    let count = 0;
    beans.addressAnswer = (user) => make(user, ++count);
  };
export const ordered =
  (body: unknown, status = 201): Toggle =>
  ({ beans }) => {
    beans.orderAnswer = () => ({ status, body, headers: [] });
  };
export const guided =
  (change: (guide: Json, index: number) => Json): Toggle =>
  ({ beans }) => {
    const { catalogue } = beans;
    beans.catalogue = (user) => catalogue(user).map(change);
  };
