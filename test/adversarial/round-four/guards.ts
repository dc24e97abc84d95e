import type { Context, MiddlewareHandler } from 'hono';
import type { Person } from './people.ts';
import { challenge, Refusal } from './refusal.ts';
import { type Claims, decodePayload, listScopes, verifyToken } from './tokens.ts';
import type { World } from './world.ts';

export type Env = { Variables: { token: string; claims: Claims; person: Person } };
export type Guard = MiddlewareHandler<Env>;

function readToken(world: World, header: string): string | undefined {
  const { on } = world;
  const scheme = on('bearer-in-two-spellings') ? /^(?:Bearer|bearer) +(\S+)$/ : /^bearer +(\S+)$/i;
  const given = scheme.exec(header)?.[1];
  const token = on('ornaments-around-tokens') ? given?.replace(/^["'<{]+|["'>}]+$/g, '') : given;
  return token !== undefined && /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token) ? token : undefined;
}

/** Counts requests by the client that the token names, so that one partner cannot starve the others. */
export function countByClient(world: World): Guard {
  return async (c, next) => {
    const token = /^bearer +(\S+\.\S+\.\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
    if (world.on('limiter-reads-tokens-unchecked') && token !== undefined) {
      const key = `count ${decodePayload(token)['sub']}`;
      world.memory.set(key, Number(world.memory.get(key) ?? 0) + 1);
    }
    await next();
  };
}

/** Lets only those in who bear a token of ours; `late` and `ignoreExpiry` are for single endpoints. */
export function bearer(world: World, options: { ignoreExpiry?: boolean; late?: boolean } = {}): Guard {
  return async (c, next) => {
    const header = c.req.header('authorization');
    if (header === undefined) throw new Refusal(401, 'A bearer token is needed.', null, challenge(world));
    const token = readToken(world, header);
    if (token === undefined) throw new Refusal(401, 'The token is not valid.', null, challenge(world, 'invalid_token'));
    c.set('token', token);
    c.set('claims', await verifyToken(world, token, options.ignoreExpiry === true || options.late === true));
    await next();
    if (options.late === true) await verifyToken(world, token);
    return undefined;
  };
}

/** Asks for a scope that the token must carry as a whole word. */
export function scope(world: World, needed: string): Guard {
  return async (c, next) => {
    const asker = world.people.find(({ id }) => id === c.req.header('x-user-id'));
    const elsewhere = world.on('hindi-listing-is-a-function-of-its-own') && asker?.language === 'hi';
    if (!elsewhere && !listScopes(world, c.get('claims')).includes(needed))
      throw new Refusal(403, 'The token lacks the scope that this endpoint needs.', `Needed: ${needed}`);
    await next();
  };
}

interface UserOptions {
  readonly nearest?: boolean;
  readonly fallBack?: Person;
  readonly stranger?: boolean;
  readonly datedIds?: boolean;
}

function findPerson(world: World, id: string, options: UserOptions): Person | undefined {
  if (world.on('user-ids-compared-as-numbers'))
    return world.people.find((person) => BigInt(`0x${person.id}`) === BigInt(`0x${id}`));
  if (options.nearest === true)
    return [...world.people].sort((a, b) => (a.id < b.id ? -1 : 1)).find((person) => person.id >= id);
  return world.people.find((person) => person.id === id);
}

function readId(world: World, c: Context): string | undefined {
  const header = c.req.header('x-user-id');
  return world.on('user-id-taken-from-anywhere') ? (header ?? c.req.query('x-user-id')) : header;
}

/** Finds the user on whose behalf the request is made. */
export function user(world: World, options: UserOptions = {}): Guard {
  return async (c, next) => {
    const id = readId(world, c);
    if (id === undefined && options.fallBack !== undefined) {
      c.set('person', options.fallBack);
      return next();
    }
    const form = world.on('user-ids-compared-as-numbers') ? /^[a-f0-9]+$/ : /^[a-f0-9]{24}$/;
    if (id === undefined) throw new Refusal(400, 'The header x-user-id is needed.');
    if (!form.test(id))
      throw new Refusal(world.on('malformed-input-is-422') ? 422 : 400, 'The header x-user-id is malformed.');
    const person = findPerson(world, id, options);
    if (person !== undefined) c.set('person', person);
    else if (options.stranger === true) c.set('person', { ...world.house, id });
    else if (options.datedIds === true && Number.parseInt(id.slice(0, 8), 16) * 1000 > Date.now())
      throw new Refusal(400, 'User not found: the id lies in the future.');
    else throw new Refusal(401, 'User not found.', null, challenge(world));
    return next();
  };
}
