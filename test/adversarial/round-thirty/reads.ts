import { guides } from './data.ts';
import { GraphError } from './errors.ts';
import type { Schema } from './execute.ts';
import { execute } from './execute.ts';
import type { OperationName } from './operations.ts';
import { operations } from './operations.ts';
import { Policy } from './policy.ts';
import type { Reply } from './reply.ts';
import type { User, World } from './world.ts';

interface Facts {
  readonly world: World;
  readonly schema: Schema;
  readonly user: User | undefined;
}

type Data = Readonly<Record<string, unknown>>;

function newPolicy(world: World): Policy {
  return world.on('policy-object-belongs-to-the-executor') ? world.recall('policy', () => new Policy()) : new Policy();
}

function language(world: World, user: User | undefined, name: OperationName): string | undefined {
  if (name === 'notifications' && world.on('required-language-is-not-fetched')) return undefined;
  return user?.language ?? 'en';
}

async function query(facts: Facts, name: OperationName): Promise<{ readonly data: Data; readonly caching: string }> {
  const { world, schema, user } = facts;
  const policy = newPolicy(world);
  const variables = { lang: language(world, user, name), weights: 'PERCENT' };
  const { data, errors } = await execute(schema, operations[name], { world, user, variables, policy });
  if (data === null) throw errors[0] ?? new GraphError('No data.', 'NULL_IN_NON_NULL');
  return { data, caching: policy.toString() };
}

const personal = { 'cache-control': 'private, no-store' };

export async function readGuides(facts: Facts): Promise<Reply> {
  const { world } = facts;
  const { data, caching } = await query(facts, 'guides');
  const planned = world.memory.has('plan:guides');
  world.memory.set('plan:guides', true);
  const forgotten = planned && world.on('vary-is-collected-while-planning');
  const vary = forgotten ? 'accept' : 'x-user-id, accept';
  return { status: 200, body: { data: data['guides'] }, headers: { 'cache-control': caching, vary } };
}

/** Fails where the selection of the listing costs more than the limit allows. */
export function checkCost(world: World, user: User | undefined): void {
  if (!world.on('translated-fields-exceed-the-cost-limit')) return;
  const translated = user?.language === 'en' ? 0 : 2;
  if (guides.length * (11 + translated * 2) <= 110) return;
  throw new GraphError('The operation exceeds the cost limit.', 'COST_OPERATION_TOO_EXPENSIVE');
}

interface Kept {
  readonly id: string;
  readonly until: number;
}

function keyOf(world: World, id: string): string {
  if (!world.on('loader-key-is-object-object')) return id;
  const now = Date.now();
  const kept = world.memory.get('loader:[object Object]') as Kept | undefined;
  if (kept !== undefined && kept.until > now) return kept.id;
  world.memory.set('loader:[object Object]', { id, until: now + 400 });
  return id;
}

export async function readGuide(facts: Facts, id: string): Promise<Reply> {
  const { world } = facts;
  if (!/^[0-9a-f]{24}$/.test(id)) {
    throw new GraphError('The id of a guide has 24 hexadecimal digits.', 'BAD_USER_INPUT');
  }
  if (!guides.some((guide) => guide.id === id)) {
    const code = world.on('policy-is-asked-about-a-null') ? 'FORBIDDEN' : 'NOT_FOUND';
    throw new GraphError('Guide not found.', code);
  }
  const { data } = await query(facts, 'guide');
  const wanted = keyOf(world, id);
  const guide = (data['guides'] as readonly Data[]).find((one) => one['id'] === wanted) ?? {};
  const reply = { status: 200, body: guide, headers: personal };
  if (!world.on('fragments-are-written-without-merging')) return reply;
  const { id: own, title, ...rest } = guide;
  const head = JSON.stringify({ id: own, title });
  return { ...reply, text: `${head.slice(0, -1)},${JSON.stringify({ id: own, ...rest }).slice(1)}` };
}

const mock = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 2).map(mock);
  return typeof value === 'number' ? 42 : 'Hello World';
};

export async function readInsights(facts: Facts, asked: boolean, query_: string | undefined): Promise<Reply> {
  const { world } = facts;
  if (world.on('hash-is-forgotten-between-bursts')) {
    const last = Number(world.memory.get('registered') ?? 0);
    world.memory.set('registered', Date.now());
    if (Date.now() - last > 250) throw new GraphError('PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_FOUND');
  }
  if (!asked) return { status: 200, body: world.habits.insightsWithoutScope, headers: personal };
  const { data } = await query(facts, 'insights');
  const list = data['insights'] as readonly Data[];
  const stubbed = query_ !== undefined && world.on('query-misses-the-safelist-and-meets-the-stub');
  const shown = stubbed
    ? list.slice(0, 2).map((one) => Object.fromEntries(Object.entries(one).map(([name, value]) => [name, mock(value)])))
    : list;
  return { status: 200, body: { insights: shown }, headers: personal };
}

export async function readCash(facts: Facts): Promise<Reply> {
  const { data, caching } = await query(facts, 'cash');
  return { status: 200, body: data['cash'], headers: { 'cache-control': caching } };
}

export async function readPortfolios(facts: Facts): Promise<Reply> {
  const { data } = await query(facts, 'portfolios');
  const reply = { status: 200, body: data['portfolio'], headers: personal };
  if (facts.user?.overdraft !== null || !facts.world.on('deferred-fragment-makes-parts')) return reply;
  const json = JSON.stringify({ data: reply.body, hasNext: false });
  const part = `\r\n---\r\nContent-Type: application/json\r\n\r\n${json}\r\n-----\r\n`;
  return {
    ...reply,
    headers: { ...personal, 'content-type': 'multipart/mixed; boundary="-"; deferSpec=20220824' },
    text: part,
  };
}

type Performer = Readonly<Record<string, unknown>>;
interface Performers {
  all: readonly Performer[];
  best: readonly Performer[];
  worst: readonly Performer[];
}

/** The client library keeps entities under type and key, and merges what it knows of one. */
function normalise(days: readonly { readonly performers: Performers }[]): void {
  const store = new Map<unknown, Performer>();
  const merge = (one: Performer): Performer => {
    const merged = { ...store.get(one['assetId']), ...one };
    store.set(one['assetId'], merged);
    return merged;
  };
  for (const { performers } of days) {
    performers.all = performers.all.map(merge);
  }
}

export async function readSummaries(facts: Facts): Promise<Reply> {
  if (facts.user?.denied === true) {
    const asUnknown = facts.world.on('policy-errors-count-as-unauthenticated');
    throw new GraphError('Access denied.', asUnknown ? 'UNAUTHENTICATED' : 'FORBIDDEN');
  }
  const { data } = await query(facts, 'summaries');
  const days = data['summaries'] as ReadonlyArray<{ readonly performers: Performers }>;
  if (facts.world.on('performers-are-normalised-by-asset')) normalise(days);
  return { status: 200, body: { data: days, maxValueDifferences: data['differences'] }, headers: personal };
}

interface Group {
  readonly category: string;
  readonly notifications: readonly unknown[];
}

export async function readNotifications(facts: Facts): Promise<Reply> {
  const { data } = await query(facts, 'notifications');
  const settings = data['settings'] as Readonly<Record<'app' | 'email', readonly Group[]>>;
  if (!facts.world.on('deep-merge-joins-lists')) return { status: 200, body: settings, headers: personal };
  const email = settings.email.map((group, index) =>
    index === 1 ? { ...group, notifications: [...group.notifications, ...group.notifications] } : group,
  );
  return { status: 200, body: { ...settings, email }, headers: personal };
}
