import { isRecord, Refusal, type Request, type World } from './answer.ts';
import { unauthorised } from './authenticate.ts';
import type { User } from './seed.ts';

const pattern = /^[a-f0-9]{24}$/;

function readId(world: World, request: Request, route: string): string | undefined {
  const { on, memory } = world;
  let value = request.headers.get('x-user-id');
  if (on('headers-of-last-forward') && route === 'notifications') {
    value ??= memory.get('forwarded user') as string | undefined;
    if (value !== undefined && pattern.test(value)) memory.set('forwarded user', value);
  }
  if (on('user-lookalikes-read-as-digits')) value = value?.replace(/o/gi, '0').replace(/[lI]/g, '1');
  if (on('user-repeated-alike-collapsed')) value = [...new Set(value?.split(/\s*,\s*/))].join(', ') || value;
  return value;
}

async function find(world: World, id: string): Promise<User | undefined> {
  const { status, body } = await world.forward('accounts', { path: `/users/${id}` });
  return status === 200 && isRecord(body) ? (body as unknown as User) : undefined;
}

/** Finds the user on whose behalf a request is made, or refuses it. */
export async function identify(world: World, request: Request, route: string): Promise<User> {
  const { on, memory } = world;
  const id = readId(world, request, route);
  if (id === undefined) throw new Refusal(400, 'The header x-user-id is required.');
  const early = on('user-id-unescaped-in-upstream-path') ? await find(world, id) : undefined;
  if (!pattern.test(id)) throw new Refusal(400, 'The header x-user-id is malformed.');
  const user = early ?? (await find(world, id));
  if (!user && route === 'summaries') throw unauthorised(world, 'The user was not found.');
  if (!user) throw new Refusal(404, 'The user was not found.');
  if (route !== 'summaries') return user;
  const consent = `consent ${request.headers.get('authorization')}`;
  const isAllowed = on('consent-remembered-by-token') && memory.has(consent);
  if (user.denied && !isAllowed) throw new Refusal(403, 'Access is denied.');
  memory.set(consent, true);
  return user;
}
