import { cash, insights, notifications, portfolios, summaries } from './content.ts';
import { accept, Refusal, refuse } from './refusal.ts';
import type { Exchange, Reply, User, World } from './types.ts';

const parse = (exchange: Exchange): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(exchange.body));
  } catch {
    throw new Refusal(400, 'Malformed JSON');
  }
};

const listing = (world: World, user: User): Reply => {
  const reply = accept({ data: world.guides(user) });
  reply.fields['cache-control'] = 'private, max-age=1800';
  reply.fields.vary = 'x-user-id, authorization';
  return reply;
};

const guide = (world: World, exchange: Exchange): Reply => {
  if (!/^[a-f0-9]{24}$/.test(exchange.guideId)) throw new Refusal(400, 'Invalid guide id');
  const found = world
    .guides(world.users.get(exchange.field('x-user-id') ?? ''))
    .find((one) => one['id'] === exchange.guideId);
  if (found === undefined) throw new Refusal(404, 'Guide not found');
  return accept({ ...found, chapters: [{ heading: found['title'], text: found['description'] }] });
};

const personal = (world: World, exchange: Exchange, user: User): Reply => {
  switch (exchange.route) {
    case 'guides':
      return listing(world, user);
    case 'insights':
      return accept(insights(user));
    case 'cash':
      return accept(cash(user));
    case 'portfolios':
      return accept(portfolios(user));
    case 'notifications':
      return accept(notifications(user.language));
    case 'readback':
      return accept({ address: user.address });
    case 'summaries':
      if (user.denied) throw new Refusal(403, 'Access denied');
      return accept(summaries(user));
    case 'address':
      world.mediaType(exchange);
      world.store(user, world.address(parse(exchange), user));
      return accept({ updated: true });
    default:
      world.mediaType(exchange);
      return accept({ id: crypto.randomUUID(), state: 'accepted', ...world.order(parse(exchange)) }, 201);
  }
};

const core = async (world: World, exchange: Exchange): Promise<Reply> => {
  try {
    const claims = await world.guard(exchange);
    world.admit(exchange, claims);
    if (exchange.route === 'guide') return guide(world, exchange);
    return personal(world, exchange, world.find(exchange));
  } catch (error) {
    if (error instanceof Refusal) return refuse(error.status, error.message, error.description);
    return refuse(500, 'Internal error');
  }
};

export const serve = (world: World, exchange: Exchange): Promise<Reply> => {
  const run = (depth: number, current: Exchange): Promise<Reply> => {
    const layer = world.layers[depth];
    return layer === undefined ? core(world, current) : layer(current, (next) => run(depth + 1, next));
  };
  return run(0, exchange);
};
