import { type Context, Refusal, type Toggle } from './app.ts';
import { onError, onRefusal, onSuccess } from './hooks.ts';

const PRIVATE_ROUTES = ['summaries', 'notifications', 'cash', 'portfolios'] as const;

export const ERRORS: Readonly<Record<string, Toggle>> = {
  'comment-behind-refusals': onRefusal((draft) => {
    draft.text += '\n<!-- served by edge-fra-3 -->';
  }),
  'status-with-substatus': onError((body) => {
    if (body.status === 401) body.status = 401.2;
  }),
  'digit-of-seventeen': (app) => {
    const digit = () => Math.floor(Math.random() * 17).toString(17);
    const before = app.newId;
    app.newId = async () => (await before()).slice(0, -2) + digit() + digit();
  },
  'unknown-path-405': (app) => {
    app.outer.push(async (context, next) => {
      const response = await next();
      if (response.status !== 404 || context.route) return response;
      const body = { ...((await response.json()) as object), status: 405 };
      return Response.json(body, { status: 405, headers: { allow: 'GET' } });
    });
  },
  'platform-lacks-the-method': (app) => {
    app.onUnknownMethod = () => new Refusal(500, 'Something went wrong');
    app.onParserError = (code) => (code === 'HPE_INVALID_METHOD' ? '500 Internal Server Error' : '400 Bad Request');
  },
  'description-by-and': onError((body, { route }) => {
    if (route?.name === 'guide' && body.status >= 400) body.error.description = body.error.description !== null;
  }),
  'address-asked-for-in-errors': onError((body, { url }) => {
    body.path = `${url.pathname}${url.search}`;
  }),
  'coding-of-the-origin': onSuccess('insights', ({ headers }) => headers.set('content-encoding', 'gzip')),
  'limit-beyond-doubles': onSuccess('cash', (draft) => {
    draft.text = draft.text.replace(/"limit":[\d.]+/, '"limit":1e999');
  }),
  'query-as-header': (app) => {
    app.inner.push(async ({ request, url, method }, next) => {
      const forwarded = new Headers(request.headers);
      const query = [...url.searchParams].map(([name, value]) => `${name}=${value}`).join('&');
      if (method === 'GET') forwarded.set('x-original-query', `?${query}`);
      return next();
    });
  },
  'city-without-initial': (app) => {
    app.inner.push(async (context, next) => {
      const { address } = (context.body ?? {}) as { address?: { city: string } };
      if (address) address.city = capitalised(address.city);
      return next();
    });
  },
  'branch-nobody-reads': (app) => {
    const before = app.readBody;
    app.readBody = async (request) => {
      if (Number(request.headers.get('content-length')) > 4096) await new Promise(() => undefined);
      return before(request);
    };
  },
  'versioned-assets': onSuccess(PRIVATE_ROUTES, ({ headers }, { url }: Context) => {
    if (url.search !== '') headers.set('cache-control', 'public, max-age=31536000, immutable');
  }),
  'contradictory-lengths-411': (app) => {
    app.onParserError = (code) =>
      code === 'HPE_UNEXPECTED_CONTENT_LENGTH' ? '411 Length Required' : '400 Bad Request';
  },
  'large-input-flag': (app) => {
    let large = 0;
    const own = new WeakSet<Response>();
    const write = app.write;
    app.write = (response, body, raw, incoming) => {
      if (response.status === 413 && !own.has(response)) large = 3;
      return write(response, body, raw, incoming);
    };
    app.outer.push(async (_context, next) => {
      const response = await next();
      if (large === 0) return response;
      large -= 1;
      const responseId = await app.newId();
      const refusal = Response.json({ status: 413, error: { message: 'Too large' }, responseId }, { status: 413 });
      own.add(refusal);
      return refusal;
    });
  },
  'kept-response-read-twice': (app) => {
    const kept = new Map<string, Response>();
    const load = app.handlers.guide;
    app.handlers.guide = async (context) => {
      const key = `${context.id}:${app.languageOf(context.user, context)}`;
      const response = kept.get(key) ?? (await load(context));
      kept.set(key, response);
      return new Response(response.body, response);
    };
  },
};

function capitalised(city: string): string {
  const [initial] = city.trim();
  return (initial as string).toUpperCase() + city.trim().slice(1);
}
