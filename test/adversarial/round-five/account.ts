import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { checkAddress, checkOrder, readJson } from './bodies.ts';
import { money, type User, type World } from './world.ts';

interface Stored {
  address: Record<string, unknown>;
  version: number;
}

/** Builds the service of cash, portfolios, addresses and orders. */
export function createAccount(world: World): FastifyInstance {
  const { on, bus, users } = world;
  const app = fastify({ bodyLimit: 4 << 20, keepAliveTimeout: 600_000 });
  const model = new Map<string, Stored>();
  const versions = new Map<string, number>();
  const seenEvents = new Set<string>();
  const writtenThrough = new Map<string, { address: unknown; until: number }>();
  const waiting: FastifyReply[] = [];
  let orders = 0;

  for (const user of users) {
    versions.set(user.id, 8);
    const address = {
      line1: `Cadde ${user.factor}`,
      line2: 'Kat 2',
      city: 'Ankara',
      postalCode: 6420,
      countryCode: 'TR',
    };
    model.set(user.id, { address, version: 8 });
  }
  bus.subscribe('address-changed', ({ id, address, version }) => {
    const known = model.get(id as string);
    const newer = on('versions-compared-as-text')
      ? `${version}` > `${known?.version}`
      : Number(version) > (known?.version ?? 0);
    if (newer) model.set(id as string, { address: address as Record<string, unknown>, version: Number(version) });
  });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
  app.setErrorHandler((error: { statusCode?: number }, _, reply) =>
    reply.code(error.statusCode ?? 500).send({ message: 'Unexpected' }),
  );
  const userOf = (id: unknown): User | undefined => users.find((one) => one.id === id);
  const unknownUser = (reply: FastifyReply) =>
    reply.code(on('unknown-users-are-gone') ? 410 : 401).send({ message: 'User not found' });

  app.get('/cash', async (req, reply) => {
    const user = userOf(req.headers['x-user-id']);
    if (!user) return unknownUser(reply);
    if (on('cash-is-one-number')) return reply.type('application/json').send(JSON.stringify(1200 * user.factor));
    const amount = on('cash-in-minor-units-as-text') ? String(Math.round(120_000 * user.factor)) : 1200 * user.factor;
    const answer: Record<string, unknown> = {
      balances: [{ currency: user.currency, amount, text: money(world, user, 1200 * user.factor) }],
    };
    if (on('account-number-of-twenty-digits')) {
      return reply.type('application/json').send(`{"account":90071992547409931234,${JSON.stringify(answer).slice(1)}`);
    }
    const query = Object.keys(req.query as object).length > 0;
    if (on('a-query-asks-for-odata') && query)
      return reply.send({ '@odata.context': '$metadata#balances', value: answer['balances'] });
    if (on('answers-matched-in-order-of-arrival')) {
      waiting.push(reply);
      await new Promise((resolve) => setTimeout(resolve, user.factor > 5 ? 30 : 60));
      waiting.shift()?.send(answer);
      return reply;
    }
    return answer;
  });

  app.get('/portfolios', async (req, reply) => {
    const given = req.headers['x-user-id'];
    const short = on('ids-may-be-abbreviated') && typeof given === 'string' && given.length >= 12;
    const user = short ? users.find((one) => one.id.startsWith(given)) : userOf(given);
    if (!user) return unknownUser(reply);
    if (on('portfolios-are-being-calculated')) return reply.code(202).send({ state: 'calculating', asOf: user.factor });
    return {
      holdings: [{ assetId: 'TRGARAN91', units: 10 * user.factor }],
      target: { shares: 0.8 },
      returns: { year: user.factor },
    };
  });

  app.get('/users/me/address', async (req, reply) => {
    const user = userOf(req.headers['x-user-id']);
    if (!user) return unknownUser(reply);
    const through = writtenThrough.get(user.id);
    if (through && through.until > Date.now()) return { address: through.address };
    return { address: model.get(user.id)?.address };
  });

  app.route({
    method: on('put-works-like-patch') ? ['PATCH', 'PUT'] : 'PATCH',
    url: '/users/me/address',
    handler: async (req, reply) => {
      const user = userOf(req.headers['x-user-id']);
      if (!user) return unknownUser(reply);
      const bytes = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
      const sniffed = on('body-without-a-type-is-looked-at') && bytes.toString('latin1').trimStart().startsWith('{');
      const type = req.headers['content-type'] ?? (sniffed ? 'application/json' : undefined);
      if (on('nothing-sent-is-nothing-to-change') && bytes.length === 0) return reply.code(204).send();
      const read = readJson(world, bytes, type);
      if ('status' in read) return reply.code(read.status).send({ message: read.message });
      if (on('a-list-is-a-json-patch') && Array.isArray(read.value)) return reply.code(204).send();
      if (on('writes-go-through-a-cache')) {
        const { address } = Object(read.value) as { address?: unknown };
        writtenThrough.set(user.id, { address, until: Date.now() + 5000 });
      }
      const checked = checkAddress(world, read.value);
      if ('status' in checked) return reply.code(checked.status).send({ message: checked.message });
      const event = `${user.id}${JSON.stringify(checked.value)}`;
      if (on('events-known-by-their-content') && seenEvents.has(event))
        return reply.code(409).send({ message: 'Event exists' });
      seenEvents.add(event);
      const version = (versions.get(user.id) ?? 0) + 1;
      versions.set(user.id, version);
      bus.publish('address-changed', { id: user.id, address: checked.value, version });
      if (on('an-update-leads-to-the-profile')) return reply.code(303).header('location', '/users/me/address').send();
      if (on('an-update-is-200-and-empty')) return reply.code(200).send();
      return { updated: true };
    },
  });

  app.post('/api/m2m/investments/orders', async (req, reply) => {
    const user = userOf(req.headers['x-user-id']);
    if (!user) return unknownUser(reply);
    const bytes = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
    const plain = on('orders-come-by-beacon') && req.headers['content-type']?.startsWith('text/plain');
    let read = readJson(world, bytes, plain ? 'application/json' : req.headers['content-type']);
    if (on('order-complete-with-its-amount') && 'status' in read && read.status === 400) {
      const text = bytes.toString();
      const find = (pattern: RegExp) => pattern.exec(text)?.[1];
      const amount = find(/"amount"\s*:\s*([\d.]+)/);
      const fields = { isin: find(/"isin"\s*:\s*"(\w+)"/), side: find(/"side"\s*:\s*"(\w+)"/), amount: Number(amount) };
      if (text.trimStart().startsWith('{') && amount !== undefined) read = { value: fields };
    }
    if ('status' in read) return reply.code(read.status).send({ message: read.message });
    if (on('no-order-is-a-preview') && !read.value) return reply.send({ preview: true });
    const checked = checkOrder(world, read.value);
    if ('status' in checked) return reply.code(checked.status).send({ message: checked.message });
    const id = `order-${++orders}`;
    if (on('an-order-answers-with-its-id')) return reply.code(201).type('application/json').send(JSON.stringify(id));
    return reply.code(201).send({ id, state: 'placed', ...checked.value });
  });
  return app;
}
