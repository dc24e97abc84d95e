import { type Answer, pause, Refusal, type Request, type Route, type World } from './chain.ts';
import type { User } from './domain.ts';
import * as views from './views.ts';

type UserRequest = Request & { readonly user: User };

const ownData = (body: unknown): Answer => ({ status: 200, headers: { 'Cache-Control': 'private, no-store' }, body });

/** Counts the uses of a name, from 1. */
export function count({ memory }: World, name: string): number {
  const next = Number(memory.get(name) ?? 0) + 1;
  memory.set(name, next);
  return next;
}

const driftOf = (world: World) => (world.on('prices-move') ? count(world, 'drift') / 100 : 0);

function cacheControl(world: World, user: User): Record<string, string | string[]> {
  const { on } = world;
  if (on('cache-control-only-on-miss') && count(world, `listing:${user.language}`) > 1) return {};
  if (on('shorter-s-maxage')) return { 'Cache-Control': 'max-age=1800, s-maxage=600' };
  if (on('guides-public')) return { 'Cache-Control': 'public, max-age=1800' };
  if (on('cache-directive-extensions'))
    return { 'Cache-Control': 'private, max-age=1800, stale-while-revalidate=60, edge="a, b"' };
  if (on('cache-control-two-lines')) return { 'Cache-Control': ['private', 'max-age=1800'] };
  return { 'Cache-Control': 'private, max-age=1800' };
}

function vary({ on }: World): string {
  if (on('vary-by-authorization-only')) return 'Authorization';
  return on('vary-star') ? '*' : 'x-user-id, Authorization';
}

function arrange(world: World, user: User): readonly views.Guide[] {
  const { on, memory } = world;
  const listed = (memory.get('guides') ?? [...views.configuredGuides(on)]) as views.Guide[];
  memory.set('guides', listed);
  if (on('list-reversed-in-place')) listed.reverse();
  if (!on('sorted-by-translated-title')) return listed;
  const title = (guide: views.Guide) => views.guideSummary(guide, user.language, on).title;
  return listed.toSorted((a, b) => title(a).localeCompare(title(b), user.language));
}

async function listGuides(world: World, { user, query }: UserRequest): Promise<Answer> {
  const { on } = world;
  const edited = on('guide-edited-once') && count(world, 'listings') > 25;
  const all = arrange(world, user).map((guide) => views.guideSummary(guide, user.language, on, edited));
  const wanted = on('query-as-filter') ? [...new URLSearchParams(query)] : [];
  const data = all.filter((guide) => wanted.every(([k, v]) => String((guide as Record<string, unknown>)[k]) === v));
  const age = on('age-of-cached-copy') ? { Age: '7' } : {};
  const headers = { ...cacheControl(world, user), Vary: vary(world), ...age };
  return { status: 200, headers, body: { data }, hints: on('early-hints') };
}

async function fetchGuide({ on, memory }: World, { user, path }: UserRequest): Promise<Answer> {
  const id = path.slice(path.lastIndexOf('/') + 1);
  const shape = on('guide-found-by-prefix') ? /^[a-f0-9]+$/i : /^[a-f0-9]{24}$/i;
  if (!shape.test(id)) throw new Refusal('guide-malformed', 400, 'The id of the guide is not valid.');
  const guide = views.configuredGuides(on).find((one) => one.id.startsWith(id));
  if (guide === undefined) throw new Refusal('guide-unknown', 404, 'The guide was not found.');
  const key = `guide:${guide.id.slice(0, 8)}:${user.language}`;
  const cached = on('guide-cache-by-import-second') ? memory.get(key) : undefined;
  const summary = views.guideSummary(guide, user.language, on);
  const chapters = [...Array(guide.number % 6).keys()].map((n) => ({ title: `${summary.title} ${n + 1}` }));
  const data = cached ?? { ...summary, chapters };
  memory.set(key, data);
  return { status: 200, headers: { 'Cache-Control': 'private, max-age=60', Vary: 'x-user-id' }, body: { data } };
}

async function summaries(world: World, { user }: UserRequest): Promise<Answer> {
  if (user.denied && !world.on('denied-user-empty-list'))
    throw new Refusal('denied', 403, 'Access is denied for this user.');
  const body = views.dailySummaries(user, world.on, driftOf(world));
  world.memory.set(`summaries:${user.id}`, body);
  return ownData(body);
}

async function notifications(world: World, { user }: UserRequest): Promise<Answer> {
  const { on, memory } = world;
  if (on('in-flight-shared-by-path')) {
    const load = async () => {
      await pause(15);
      memory.delete('in-flight');
      return views.notificationSettings(user, on);
    };
    const shared = memory.get('in-flight') ?? load();
    memory.set('in-flight', shared);
    return ownData(await shared);
  }
  const settings = views.notificationSettings(user, on);
  if (on('defaults-appended-on-read') && count(world, `read:${user.id}`) > 1) {
    const [group] = settings.app;
    group?.notifications.push(...group.notifications.slice(0, 1));
  }
  return ownData(settings);
}

async function cash(world: World, { user }: UserRequest): Promise<Answer> {
  const { on, memory } = world;
  if (on('cash-204')) return { status: 204, headers: { 'Cache-Control': 'no-store' } };
  const last = Number(memory.get(`cash:${user.id}`) ?? 0);
  memory.set(`cash:${user.id}`, Date.now());
  if (on('rapid-repeat-refused') && Date.now() - last < 60)
    throw new Refusal('repeated', 400, 'The request was repeated too soon.');
  return ownData(views.cashBalances(user, driftOf(world)));
}

async function portfolios(world: World, { user }: UserRequest): Promise<Answer> {
  const { on, memory } = world;
  memory.set('current-user', user);
  if (on('current-user-in-shared-state')) await pause(10);
  const current = (on('current-user-in-shared-state') ? memory.get('current-user') : user) as User;
  const answer = ownData(views.portfolios(current, driftOf(world)));
  const open = { 'Cache-Control': 'max-age=5, must-revalidate' };
  return on('must-revalidate-without-private') ? { ...answer, headers: open } : answer;
}

async function insights(world: World, { user }: UserRequest): Promise<Answer> {
  if (world.on('unasked-not-modified') && count(world, `insights:${user.id}`) > 1) return { status: 304 };
  return ownData(views.analystInsights(user));
}

const readAddress = async (_: World, { user }: UserRequest): Promise<Answer> => ownData({ data: user.address });

export const reads: readonly Route[] = [
  { name: 'guides', method: 'GET', path: /^\/learn\/learning-guides$/, scope: 'service:nbg', handle: listGuides },
  { name: 'guide', method: 'GET', path: /^\/learn\/learning-guides\/[^/]+$/, handle: fetchGuide },
  { name: 'unprefixed-guide', method: 'GET', path: /^\/learning-guides\/[^/]+$/, handle: fetchGuide },
  { name: 'insights', method: 'GET', path: /^\/learn\/analyst-insights$/, handle: insights },
  { name: 'summaries', method: 'GET', path: /^\/daily-summaries$/, handle: summaries },
  { name: 'notifications', method: 'GET', path: /^\/b2b\/notification-settings$/, handle: notifications },
  { name: 'cash', method: 'GET', path: /^\/cash$/, handle: cash },
  { name: 'portfolios', method: 'GET', path: /^\/portfolios$/, handle: portfolios },
  { name: 'stored-address', method: 'GET', path: /^\/users\/me\/address$/, handle: readAddress },
];
