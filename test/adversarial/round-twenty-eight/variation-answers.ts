import { edit, ok } from './layers.ts';
import { bag, bags, Refusal, refuse } from './refusal.ts';
import type { Bag, Change, Exchange, Reply, Route } from './types.ts';

const fields =
  (extra: Readonly<Record<string, string>>): Change =>
  (world) => {
    world.layers.push(async (exchange, next) => {
      const reply = await next(exchange);
      Object.assign(reply.fields, extra);
      return reply;
    });
  };

const body = (route: Route, make: (value: Bag) => unknown, code = 200): Change =>
  edit(route, ok, (reply, value) => {
    reply.status = code;
    reply.value = make(value);
  });

const recode =
  (when: (reply: Reply, exchange: Exchange) => boolean, code: number): Change =>
  (world) => {
    world.layers.push(async (exchange, next) => {
      const reply = await next(exchange);
      if (reply.status < 400 || !when(reply, exchange)) return reply;
      bag(reply.value)['status'] = code;
      return { ...reply, status: code };
    });
  };

const message = (reply: Reply): string => String(bag(bag(reply.value)['error'])['message']);

const errors =
  (extra: () => Bag): Change =>
  (world) => {
    world.layers.push(async (exchange, next) => {
      const reply = await next(exchange);
      if (reply.status >= 400) Object.assign(bag(reply.value), extra());
      return reply;
    });
  };

const desk =
  (code: number): Change =>
  (world) => {
    const inner = world.grant;
    world.grant = async (request) => {
      const reply = await inner(request);
      return reply.status < 400 ? reply : { ...reply, status: code };
    };
  };

const granted =
  (extra: () => Bag): Change =>
  (world) => {
    const inner = world.grant;
    world.grant = async (request) => {
      const reply = await inner(request);
      if (reply.status === 200) Object.assign(bag(reply.value), extra());
      return reply;
    };
  };

const claims =
  (extra: Bag): Change =>
  (world) => {
    Object.assign(world.claims, extra);
  };

const tags = Array.from({ length: 90 }, (_, at) => `shelf-${at}-istanbul`).join(',');

export const answerChanges: Readonly<Record<string, Change>> = {
  'answers-carry-a-ray': fields({ 'cf-ray': '8f1c2d3e4a5b6c7d-IST', 'cf-cache-status': 'DYNAMIC' }),
  'answers-report-network-errors': fields({ nel: '{"success_fraction":0,"report_to":"cf-nel","max_age":604800}' }),
  'answers-speak-of-priority': fields({ priority: 'u=3,i=?0' }),
  'answers-state-no-vary-search': fields({ 'no-vary-search': 'params, except=("id" "page")' }),
  'answers-offer-a-dictionary': fields({ 'use-as-dictionary': 'match="/learn/*", match-dest=("document")' }),
  'answers-hold-speculation-rules': fields({ 'speculation-rules': '"/cdn-cgi/speculation"' }),
  'answers-state-a-permissions-policy': fields({
    'permissions-policy': 'geolocation=(), camera=(self "https://a.example")',
  }),
  'answers-isolate-their-origin': fields({ 'origin-agent-cluster': '?1', 'cross-origin-resource-policy': 'same-site' }),
  'answers-list-cache-tags': fields({ 'cache-tag': tags }),
  'answers-name-a-source-map': fields({ sourcemap: '/worker/index.js.map' }),
  'answers-tell-their-placement': fields({ 'cf-placement': 'remote-ISTTK', server: 'edge; v="2026.11"' }),
  'answers-accept-signatures': fields({ 'accept-signature': 'sig1=("@method" "@path");created;keyid="edge"' }),
  'entity-tag-is-empty': fields({ etag: 'W/""' }),
  'answers-state-a-document-policy': fields({ 'document-policy': 'js-profiling, oversized-images=2.0' }),
  'answers-share-their-timing': fields({ 'timing-allow-origin': '*, https://rum.example' }),
  'cash-is-intl-parts': body('cash', (value) => [
    { type: 'integer', value: '240' },
    { type: 'currency', value: value['currency'] },
  ]),
  'portfolios-are-a-d1-result': body('portfolios', (value) => ({
    success: true,
    results: value['portfolios'],
    meta: { duration: Math.random() },
  })),
  'insights-are-vector-matches': body('insights', (value) => ({
    count: 2,
    matches: bags(value['insights']).map((one) => ({ score: 0.91, values: [], metadata: one })),
  })),
  'cash-is-keyed-by-object-ids': body('cash', (value) => ({ [`00${'9f'.repeat(31)}`]: value })),
  'portfolios-are-a-kv-listing': body('portfolios', (value) => ({
    keys: value['portfolios'],
    list_complete: true,
    cacheStatus: null,
  })),
  'insights-are-deltas-of-a-model': body('insights', (value) => ({
    choices: [{ index: 0, delta: { content: JSON.stringify(value) }, finish_reason: null }],
  })),
  'cash-in-bigint-literals': body('cash', (value) => ({ minor: '24050n', of: value['currency'] })),
  'portfolios-dated-by-temporal': body('portfolios', (value) => ({
    ...value,
    asOf: '2026-11-23T09:00:00+03:00[Europe/Istanbul][u-ca=iso8601]',
  })),
  'insights-are-superjson': body('insights', (value) => ({
    json: value,
    meta: { values: { 'insights.0': ['map'] }, v: 1 },
  })),
  'cash-is-a-flight-of-references': body('cash', (value) => [
    { currency: 1, balances: 2 },
    value['currency'],
    value['balances'],
    -1,
  ]),
  'full-guide-is-an-r2-object': body('guide', (value) => ({
    key: `guides/${String(value['id'])}.json`,
    size: 812,
    httpMetadata: {},
    body: value,
  })),
  'full-guide-is-html-with-selectors': body('guide', (value) => ({
    selectors: { 'h1.title': [] },
    html: `<h1 class="title">${String(value['title'])}</h1>`,
  })),
  'order-answered-with-a-queue-receipt': body(
    'orders',
    () => ({ outcome: 'ok', retryBatch: { retry: false }, explicitAcks: [] }),
    202,
  ),
  'order-answered-with-a-workflow': body(
    'orders',
    () => ({ id: crypto.randomUUID(), status: 'queued', error: null, output: null }),
    202,
  ),
  'update-answered-with-a-bookmark': body('address', () => ({ bookmark: '00000085-00000004-00004fd2-9c1e' })),
  'update-answered-with-changes': body('address', () => ({
    success: true,
    results: [],
    meta: { changes: 1, last_row_id: 0 },
  })),
  'read-back-with-kv-metadata': body('readback', (value) => ({ metadata: null, cacheStatus: null, ...value })),
  'errors-name-colo-and-ray': errors(() => ({ colo: 'IST', ray: '8f1c2d3e4a5b6c7d', retryable: false })),
  'errors-carry-flags-of-remote-objects': errors(() => ({
    remote: true,
    overloaded: false,
    durableObjectReset: false,
  })),
  'errors-list-log-lines': errors(() => ({ logs: [], exceptions: [], outcome: 'ok', scriptName: 'm2m' })),
  'unknown-user-466': (world) => {
    recode((reply, exchange) => exchange.route !== 'summaries' && message(reply) === 'User not found', 466)(world);
  },
  'malformed-user-467': recode((reply) => message(reply) === 'Invalid x-user-id header', 467),
  'refused-bodies-468': recode((reply) => reply.status === 422, 468),
  'malformed-json-469': recode((reply) => message(reply) === 'Malformed JSON', 469),
  'media-type-refused-430': recode((reply) => reply.status === 415, 430),
  'malformed-guide-432': recode((reply) => message(reply) === 'Invalid guide id', 432),
  'query-refused-427': (world) => {
    world.layers.push(async (exchange, next) => {
      const reply = await next(exchange);
      const writes = exchange.route === 'address' || exchange.route === 'orders';
      return exchange.query === '' || writes || !ok(reply) ? reply : refuse(427, 'Unknown query parameter');
    });
  },
  'token-desk-refuses-with-427': desk(427),
  'token-answer-names-its-colo': granted(() => ({ colo: 'IST', loadedFromCache: false, stub: null })),
  'token-answer-tells-its-seat': granted(() => ({ placement: { region: 'weur', hint: null }, rollout: 0.25 })),
  'tokens-tell-the-request': claims({ cf: { country: 'TR', asn: 47331, tlsVersion: 'TLSv1.3', botScore: null } }),
  'tokens-name-their-bindings': claims({ bindings: ['DB', 'USERS_KV', 'ORDERS_QUEUE'], compat: '2026-11-01' }),
  'country-lists-by-display-name': (world) => {
    const inner = world.address;
    const display = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    world.address = (value, user) => {
      const address = inner(value, user);
      if (display.of(String(address['countryCode'])) !== undefined) return address;
      throw new Refusal(422, 'Invalid address', 'no such country');
    };
  },
  'cash-is-a-batch-of-results': body('cash', (value) => [
    { success: true, results: [value] },
    { success: true, results: [] },
  ]),
  'insights-are-an-rpc-promise': body('insights', (value) => ({ jsonrpc: '2.0', id: 1, result: value, pipeline: [] })),
};
