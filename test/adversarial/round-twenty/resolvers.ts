import { addressOf, orderOf, parse } from './bodies.ts';
import { createContent } from './content.ts';
import { createMarket } from './market.ts';
import { createMesh } from './mesh.ts';
import { createPreferences } from './preferences.ts';
import { Refusal } from './refusal.ts';
import type { Answer } from './shaping.ts';
import type { World } from './world.ts';

export interface Call {
  readonly id: string;
  readonly query: string;
  readonly type: string | undefined;
  readonly bytes: Buffer;
}
export interface Route {
  readonly method: string;
  readonly path: string;
  readonly pattern: RegExp;
  readonly takesUser: boolean;
  readonly resolve: (call: Call) => Promise<Answer>;
}

/** The schema of routes, compiled at the start. */
export function compileRoutes(world: World): Route[] {
  const { on, every, knobs } = world;
  const call = createMesh(world, {
    content: createContent(world),
    market: createMarket(world),
    preferences: createPreferences(world),
  });
  const isSecond = () => world.context.getStore()?.user === knobs.users[1];
  const privately = (body: unknown): Answer => {
    const isOpen = on('edge-rule-without-parentheses') && isSecond();
    return { status: 200, fields: { 'Cache-Control': isOpen ? 'public, max-age=60' : knobs.privacy }, body };
  };

  const listing = async (): Promise<Answer> => {
    const data = await call('content', 'listing');
    const isLeast = on('lifetime-is-the-least-of-the-fan-out') && isSecond();
    const isFallback = on('fallback-copy-has-to-be-revalidated') && every('fallback', 5);
    const caching = isLeast ? 'private, max-age=300' : isFallback ? `${knobs.caching}, no-cache` : knobs.caching;
    return { status: 200, fields: { 'Cache-Control': caching, Vary: knobs.vary }, body: { data } };
  };
  const insights = async (): Promise<Answer> => {
    const suffix = on('frame-of-trailers-in-the-body') ? { suffix: '\r\ngrpc-status:0\r\n' } : {};
    return { ...privately(await call('content', 'insights')), ...suffix };
  };
  const cash = async (): Promise<Answer> => {
    if (on('cancelled-hedge-is-499') && every('cancelled', 9))
      throw new Refusal(499, 'cancelled', 'The call was cancelled');
    const mediaType = on('profile-stands-behind-the-suffix')
      ? { mediaType: 'application/vnd.mesa.cash+json.compact' }
      : {};
    return { ...privately(await call('market', 'cash')), ...mediaType };
  };
  const portfolios = async (): Promise<Answer> => {
    const { holdings } = await call<{ holdings: unknown[] }>('market', 'portfolio');
    if (!on('stream-of-messages-for-large-portfolios') || !isSecond()) return privately({ holdings });
    return {
      ...privately({ holdings: holdings.slice(0, 4) }),
      suffix: `\n${JSON.stringify({ holdings: holdings.slice(4) })}`,
    };
  };
  const settings = async ({ query }: Call): Promise<Answer> => {
    const both = await call<{ app: unknown[]; email: { notifications: ({ active: boolean } | null)[] }[] }>(
      'preferences',
      'settings',
    );
    const mask = [...new URLSearchParams(query).keys()];
    if (mask.length > 0 && on('query-is-a-mask-of-fields'))
      return privately(Object.fromEntries(Object.entries(both).filter(([name]) => mask.includes(name))));
    const isSilent = both.email.every((group) => group.notifications.every((one) => one?.active !== true));
    if (isSilent && on('silent-channel-is-an-empty-field')) return privately({ app: both.app });
    return privately(both);
  };
  const update = async ({ type, bytes }: Call): Promise<Answer> => {
    const body = parse(world, type, bytes);
    try {
      await call('preferences', 'change', addressOf(world, body, bytes));
    } catch (error) {
      const sent = (body as { address?: unknown } | null)?.address;
      const isMirrored = on('shadow-writes-to-the-same-store') && typeof sent === 'object' && sent !== null;
      if (isMirrored) await call('preferences', 'change', sent);
      throw error;
    }
    const { address: status } = knobs.statuses;
    return status === 204 || status === 205 ? { status } : { status, body: { status: 'updated' } };
  };
  const order = async ({ type, bytes }: Call): Promise<Answer> => {
    const placed = orderOf(world, parse(world, type, bytes));
    return { status: knobs.statuses.order, body: { orderId: knobs.uuid(), state: 'accepted', ...placed } };
  };

  const route = (method: string, path: string, resolve: Route['resolve'], takesUser = true): Route => ({
    method,
    path,
    pattern: new RegExp(`^${path.replace('{id}', '([^/]+)')}$`),
    takesUser,
    resolve,
  });
  const guide = async ({ id }: Call): Promise<Answer> => ({
    status: 200,
    fields: { 'Cache-Control': 'private, max-age=60' },
    body: await call('content', 'guide', { id }),
  });
  return [
    route('GET', '/learn/learning-guides', listing),
    route('GET', '/learn/learning-guides/{id}', guide, false),
    route('GET', '/learn/analyst-insights', insights),
    route('GET', '/daily-summaries', async () => privately(await call('market', 'summaries'))),
    route('GET', '/b2b/notification-settings', settings),
    route('GET', '/cash', cash),
    route('GET', '/portfolios', portfolios),
    route('GET', '/users/me/address', async () => privately({ address: await call('preferences', 'address') })),
    route('PATCH', '/users/me/address', update),
    route('POST', '/api/m2m/investments/orders', order),
  ];
}
