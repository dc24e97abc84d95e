import { answer } from './handlers.ts';
import type { Caller, Hooks } from './hooks.ts';
import { apiError, Refusal } from './refusal.ts';
import { bearer, verify } from './tokens.ts';
import type { Exchange, Reply, User } from './types.ts';
import type { World } from './world.ts';

export function findUser(world: World, raw: string | undefined): User {
  const { statuses } = world.settings;
  if (raw === undefined) throw new Refusal(statuses.missingUser, 'The header x-user-id is required');
  const id = raw.trim();
  if (!/^[a-f0-9]{24}$/.test(id)) throw new Refusal(statuses.malformedUser, 'The header x-user-id is malformed');
  const user = world.users.get(id);
  if (user) return user;
  throw new Refusal(statuses.unknownUser, 'The user was not found');
}

function needScope(ex: Exchange, caller: Caller): void {
  if (ex.route === 'guides' && !caller.scopes.includes('service:nbg')) {
    throw new Refusal(403, 'The token lacks the scope service:nbg');
  }
}

function userOf(world: World, hooks: Hooks, ex: Exchange): User | undefined {
  if (ex.route === 'guide') return world.users.get((ex.field('x-user-id') ?? '').trim());
  const look = (): User => findUser(world, ex.field('x-user-id'));
  try {
    return hooks.user ? hooks.user(ex, look) : look();
  } catch (cause) {
    const unknown = cause instanceof Refusal && cause.status === world.settings.statuses.unknownUser;
    const absent = unknown && cause.message === 'The user was not found';
    throw absent && ex.route === 'summaries' ? new Refusal(401, cause.message) : cause;
  }
}

/** Answers one request of the API, refusals included. */
export async function serve(world: World, hooks: Hooks, ex: Exchange): Promise<Reply> {
  let user: User | undefined;
  let reply: Reply;
  try {
    const check = (): Promise<Caller> => Promise.resolve().then(() => verify(world, bearer(ex.field('authorization'))));
    const caller = await (hooks.guard ? hooks.guard(ex, check) : check());
    const scope = (): void => needScope(ex, caller);
    if (hooks.scope) hooks.scope(ex, caller, scope);
    else scope();
    user = userOf(world, hooks, ex);
    const { query } = world.settings.statuses;
    if (query !== 0 && ex.query !== '') throw new Refusal(query, 'The query is not known');
    const known = user;
    const handle = (): Promise<Reply> => Promise.resolve().then(() => answer(world, ex, known));
    reply = await (hooks.handle ? hooks.handle(ex, user, handle) : handle());
  } catch (cause) {
    const refusal = cause instanceof Refusal ? cause : new Refusal(500, 'Something went wrong');
    reply = apiError(refusal, world.settings.challenge);
  }
  return hooks.reply ? hooks.reply(reply, ex, user) : reply;
}
