import type { Endpoint, Exchange, Json, Layer, Reply, Toggle } from './layer.ts';

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const always = (headers: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>)): Layer => ({
  reply: (reply) => ({
    ...reply,
    headers: { ...reply.headers, ...(typeof headers === 'function' ? headers() : headers) },
  }),
});

const succeeded = (endpoints: readonly Endpoint[], change: (reply: Reply, exchange: Exchange) => Reply): Layer => ({
  reply: (reply, exchange) =>
    reply.status < 300 && endpoints.includes(exchange.endpoint) ? change(reply, exchange) : reply,
});

const cacheControl = (endpoints: readonly Endpoint[], value: string): Layer =>
  succeeded(endpoints, (reply) => ({ ...reply, headers: { ...reply.headers, 'cache-control': value } }));

const isApi = ({ endpoint }: Exchange): boolean => endpoint !== 'token' && endpoint !== 'keys';

const everyNth = (n: number, counts: (exchange: Exchange) => boolean, reply: Reply): Layer => {
  let asked = 0;
  return {
    arrive: (exchange) => {
      if (!counts(exchange)) return undefined;
      asked += 1;
      return asked % n === 0 ? reply : undefined;
    },
  };
};

const ascii = (json: string): string =>
  json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const reads: readonly Endpoint[] = ['guides', 'guide', 'insights', 'summaries', 'notifications', 'cash', 'portfolios'];
const privately: readonly Endpoint[] = ['insights', 'summaries', 'notifications', 'cash', 'portfolios'];

export const formsOfAnswers: readonly Toggle[] = [
  {
    id: 'trailers-announced-and-not-sent',
    title: 'Answers with a body announce a trailer field that does not come',
    layer: () => ({
      reply: (reply, { method }) =>
        reply.body === undefined || method === 'HEAD'
          ? reply
          : { ...reply, headers: { ...reply.headers, trailer: 'X-Journal-Offset' } },
    }),
  },
  {
    id: 'directives-that-resemble-others',
    title: 'The listing has extension directives whose names contain those of others',
    layer: () =>
      cacheControl(['guides'], 'private, x-max-age=60, max-age-hint=1, x-s-maxage=5, not-no-store, max-age=1800'),
  },
  {
    id: 'private-data-must-be-revalidated',
    title: 'Private data are private, must-revalidate and max-age=0',
    layer: () => cacheControl(privately, 'must-revalidate, max-age=0, private'),
  },
  {
    id: 'listing-sheds-every-fifth',
    title: 'Every fifth listing is 503 with Retry-After',
    layer: () => everyNth(5, ({ endpoint }) => endpoint === 'guides', { status: 503, headers: { 'retry-after': '1' } }),
  },
  {
    id: 'shed-with-rate-limit-fields',
    title: 'Every sixtieth request is 429 without a body, with the fields RateLimit and RateLimit-Policy',
    layer: () =>
      everyNth(60, isApi, {
        status: 429,
        headers: { 'retry-after': '1', ratelimit: '"m2m";r=0;t=1', 'ratelimit-policy': '"m2m";q=60;w=1' },
      }),
  },
  {
    id: 'json-says-us-ascii',
    title: 'JSON is written in ASCII, and its media type has the charset us-ascii',
    layer: () => ({
      reply: (reply) =>
        reply.body === undefined
          ? reply
          : {
              ...reply,
              headers: { ...reply.headers, 'content-type': 'application/json; charset=us-ascii' },
              text: ascii(JSON.stringify(reply.body)),
            },
    }),
  },
  {
    id: 'media-type-with-every-sign',
    title: 'Successes have a media type that ends in +json and holds every sign that a media type may hold',
    layer: () =>
      succeeded(reads, (reply) => ({
        ...reply,
        headers: { ...reply.headers, 'content-type': 'application/vnd.a!b#c$d&e-f^g_h.i+json' },
      })),
  },
  {
    id: 'field-values-beyond-ascii',
    title: 'Some field values have letters of ISO 8859-1, as obs-text allows',
    layer: () => always({ server: 'Sparekassen for Ærø', 'x-served-in': 'Århus' }),
  },
  {
    id: 'proxy-status-tells-of-errors',
    title: 'Successes too have a Proxy-Status, which tells of an error of a node that was asked before',
    layer: () => always({ 'proxy-status': 'edge1; error=connection_refused; received-status=502, edge2' }),
  },
  {
    id: 'reason-phrases-of-other-statuses',
    title: 'The reason phrase of a success is Not Found, and that of a refusal OK',
    layer: () => ({ reply: (reply) => ({ ...reply, reason: reply.status < 400 ? 'Not Found' : 'OK' }) }),
  },
  {
    id: 'date-ticks-every-five-seconds',
    title: 'Date is read from a clock that ticks every five seconds',
    layer: () => always(() => ({ date: new Date(Math.floor(Date.now() / 5000) * 5000).toUTCString() })),
  },
  {
    id: 'actors-recover-after-idling',
    title: 'The actor of a user is passivated after 100 idle milliseconds, and its recovery takes 90',
    layer: () => {
      const activeUntil = new Map<string, number>();
      return {
        before: async ({ user }) => {
          if (user && (activeUntil.get(user.id) ?? 0) < Date.now()) await later(90);
          if (user) activeUntil.set(user.id, Date.now() + 100);
        },
      };
    },
  },
  {
    id: 'one-letter-at-a-time',
    title: 'The mailbox of a user hands out one request every 12 milliseconds, while other users are served',
    layer: () => {
      const mailboxes = new Map<string, Promise<void>>();
      return {
        before: async ({ user }) => {
          const turn = (mailboxes.get(user?.id ?? '') ?? Promise.resolve()).then(() => later(12));
          mailboxes.set(user?.id ?? '', turn);
          await turn;
        },
      };
    },
  },
  {
    id: 'insights-are-200-and-empty',
    title: 'There are no analyst insights today: 200 with a length of nought',
    layer: () => succeeded(['insights'], ({ status, headers }) => ({ status, headers })),
  },
  {
    id: 'order-answered-with-false',
    title: 'An order is answered with the JSON text false, as it is not executed yet',
    layer: () => succeeded(['orders'], (reply) => ({ ...reply, status: 200, body: false })),
  },
  {
    id: 'update-answered-with-its-event',
    title: 'An address update is answered with the event that was journalled, in a list of events',
    layer: () =>
      succeeded(['address'], (reply, { raw }) => ({
        ...reply,
        status: 201,
        body: [{ offset: 'a7', manifest: 'AddressChanged', payload: JSON.stringify((raw as Json)['address']) }],
      })),
  },
];
