import { readAddress, updateAddress } from './address.ts';
import { listGuides, readGuide } from './guides.ts';
import { readCash, readInsights, readPortfolios } from './holdings.ts';
import type { Handler, Layer } from './http-types.ts';
import { keySet } from './jwt.ts';
import { authenticate, mayHaveUser, needScope, needUser, refuseQuery, stack } from './layers.ts';
import { submitOrder } from './orders.ts';
import { readSettings } from './settings.ts';
import { readSummaries } from './summaries.ts';
import { issueToken } from './token-desk.ts';

interface Node {
  readonly children: Map<string, Node>;
  readonly handlers: Map<string, Handler>;
}

const makeNode = (): Node => ({ children: new Map(), handlers: new Map() });

/** A trie of path segments; a colon matches any segment that is not empty. */
export class Routes {
  private readonly root = makeNode();

  add(method: string, path: string, handler: Handler): void {
    let node = this.root;
    for (const segment of path.split('/').slice(1)) {
      const next = node.children.get(segment) ?? makeNode();
      node.children.set(segment, next);
      node = next;
    }
    node.handlers.set(method, handler);
  }

  find(path: string): { readonly handlers: ReadonlyMap<string, Handler>; readonly segment: string } | undefined {
    let node: Node | undefined = this.root;
    let segment = '';
    for (segment of path.split('/').slice(1)) {
      node = node.children.get(segment) ?? (segment === '' ? undefined : node.children.get(':'));
      if (!node) return undefined;
    }
    return node.handlers.size > 0 ? { handlers: node.handlers, segment } : undefined;
  }
}

export function makeRoutes(base: string): Routes {
  const routes = new Routes();
  const forUser: Layer = stack(authenticate, needUser, refuseQuery);
  const add = (method: string, path: string, layer: Layer, handler: Handler) =>
    routes.add(method, `${base}${path}`, layer(handler));
  add(
    'GET',
    '/learn/learning-guides',
    stack(authenticate, needScope('service:nbg'), needUser, refuseQuery),
    listGuides,
  );
  add('GET', '/learn/learning-guides/:', stack(authenticate, mayHaveUser, refuseQuery), readGuide);
  add('GET', '/learn/analyst-insights', forUser, readInsights);
  add('GET', '/cash', forUser, readCash);
  add('GET', '/portfolios', forUser, readPortfolios);
  add('GET', '/daily-summaries', forUser, readSummaries);
  add('GET', '/b2b/notification-settings', forUser, readSettings);
  add('PATCH', '/users/me/address', forUser, updateAddress);
  add('GET', '/users/me/address', forUser, readAddress);
  add('POST', '/api/m2m/investments/orders', forUser, submitOrder);
  routes.add('POST', '/oauth/token', issueToken);
  routes.add('GET', '/oauth/jwks', async (context) => ({ status: 200, body: keySet(context.world) }));
  return routes;
}
