import { Refusal } from './refusal.ts';
import { isBag } from './tokens.ts';
import type { Bag, Exchange, Reply, User } from './types.ts';
import * as views from './views.ts';
import type { World } from './world.ts';

export function json(value: unknown, cache: string, status = 200): Reply {
  return { status, fields: { 'Content-Type': 'application/json', 'Cache-Control': cache }, value };
}

export function parse(world: World, ex: Exchange): unknown {
  const type = (ex.field('content-type') ?? '').split(';').map((part) => part.trim().toLowerCase());
  const charset = type.slice(1).find((part) => part.startsWith('charset='));
  const known = charset === undefined || /^charset="?utf-8"?$/.test(charset);
  if (type[0] !== 'application/json' || !known) {
    throw new Refusal(world.settings.statuses.mediaType, 'The body has to be application/json');
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(ex.body));
  } catch {
    throw new Refusal(world.settings.statuses.badJson, 'The body is no JSON');
  }
}

function bad(world: World, description: string): Refusal {
  return new Refusal(world.settings.statuses.badBody, 'The body does not validate', description);
}

export function checkAddress(world: World, body: unknown): Bag {
  if (!isBag(body) || !isBag(body['address'])) throw bad(world, 'DownField(address)');
  const { line1, line2, city, postalCode, countryCode } = body['address'];
  for (const [name, value] of Object.entries({ line1, line2: line2 ?? '', city })) {
    if (typeof value !== 'string') throw bad(world, `DownField(${name})`);
  }
  const code = typeof postalCode === 'number' ? Number.isFinite(postalCode) : typeof postalCode === 'string';
  if (!code) throw bad(world, 'DownField(postalCode)');
  if (typeof countryCode !== 'string' || !/^[A-Z]{2}$/.test(countryCode)) throw bad(world, 'DownField(countryCode)');
  return { line1, ...(line2 === undefined ? {} : { line2 }), city, postalCode, countryCode };
}

function checkOrder(world: World, body: unknown): Bag {
  if (!isBag(body)) throw bad(world, 'DownField(isin)');
  const { isin, side, amount } = body;
  if (typeof isin !== 'string' || !/^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(isin)) throw bad(world, 'DownField(isin)');
  if (side !== 'buy' && side !== 'sell') throw bad(world, 'DownField(side)');
  if (typeof amount !== 'number' || !Number.isFinite(amount)) throw bad(world, 'DownField(amount)');
  if (amount <= 0) throw bad(world, 'the amount is not positive');
  return { isin, side, amount };
}

function guide(world: World, ex: Exchange, user: User | undefined): Reply {
  if (!/^[0-9a-fA-F]{24}$/.test(ex.guideId)) {
    throw new Refusal(world.settings.statuses.malformedGuide, 'The guide id is malformed');
  }
  const found = world.guides.find((one) => one.id === ex.guideId);
  if (!found) throw new Refusal(404, 'There is no such guide');
  return json(views.fullGuide(found, user?.language ?? 'en'), 'private, no-store');
}

export function answer(world: World, ex: Exchange, user: User | undefined): Reply {
  if (ex.route === 'guide') return guide(world, ex, user);
  if (!user) throw new Refusal(404, 'There is no such user');
  const secret = world.settings.privateCache;
  switch (ex.route) {
    case 'guides': {
      const reply = json(views.listing(world, user.language), world.settings.listingCache);
      reply.fields['Vary'] = 'x-user-id, Authorization';
      return reply;
    }
    case 'insights':
      return json(views.insights(user), secret);
    case 'cash':
      return json(views.cash(user), secret);
    case 'portfolios':
      return json(views.portfolios(user), secret);
    case 'notifications':
      return json(views.notifications(user), secret);
    case 'readback':
      return json({ [world.settings.addressKey]: user.address }, secret);
    case 'summaries':
      if (user.denied) throw new Refusal(403, 'Access to the summaries is denied');
      return json(views.summaries(world, user), secret);
    case 'address':
      user.address = checkAddress(world, parse(world, ex));
      return json({ updated: true }, 'no-store');
    case 'orders': {
      const order = checkOrder(world, parse(world, ex));
      return json({ state: 'accepted', order }, 'no-store', 201);
    }
  }
}
