import { type App, type Context, type Middleware, Refusal } from './app.ts';

export function apiError(app: App, refusal: Refusal, context: Context, responseId: string): Response {
  const headers = { ...(refusal.status === 401 ? app.challenge : {}), 'cache-control': 'no-store', ...refusal.headers };
  return Response.json(app.errorBody(refusal, context, responseId), { status: refusal.status, headers });
}

export function refusals(app: App): Middleware {
  return async (context, next) => {
    try {
      return await next();
    } catch (thrown) {
      const refusal = thrown instanceof Refusal ? thrown : new Refusal(500, 'Something went wrong');
      return apiError(app, refusal, context, await app.newId());
    }
  };
}

export function routing(app: App): Middleware {
  return async (context, next) => {
    const path = context.url.pathname;
    const inside = path.startsWith(app.prefix) ? path.slice(app.prefix.length) : '';
    const here = app.routes.filter((route) => route.path.test(inside));
    if (here.length === 0) throw new Refusal(404, 'There is nothing at this address');
    const route = here.find(({ method }) => method === context.method);
    if (!route) throw new Refusal(405, 'Not this method', null, { allow: here.map(({ method }) => method).join(', ') });
    context.route = route;
    const id = route.path.exec(inside)?.[1];
    if (id !== undefined) context.id = id;
    return next();
  };
}

export function authentication(app: App): Middleware {
  return async (context, next) => {
    context.token = app.bearer(context.request.headers.get('authorization'));
    try {
      context.claims = await app.verify(context.token);
    } catch (thrown) {
      if (thrown instanceof Refusal) throw thrown;
      throw new Refusal(401, 'The access token is not valid');
    }
    if (context.route?.name === 'guides' && !app.allows(context.claims)) {
      throw new Refusal(403, 'The access token lacks a scope');
    }
    return next();
  };
}

export function identification(app: App): Middleware {
  return async (context, next) => {
    const header = context.request.headers.get('x-user-id');
    if (context.route?.name === 'guide') {
      if (header && app.userExists(header)) context.user = header;
      return next();
    }
    if (header === null) throw new Refusal(400, 'The header x-user-id is missing');
    const user = app.keyOf(header);
    if (user === undefined) throw new Refusal(400, 'The header x-user-id is malformed');
    if (!app.userExists(user)) throw app.unknownUser(context);
    context.user = user;
    return next();
  };
}

export function bodies(app: App): Middleware {
  return async (context, next) => {
    const name = context.route?.name;
    if (name !== 'address' && name !== 'orders') return next();
    const type = context.request.headers.get('content-type') ?? '';
    if (!app.jsonType(type)) throw new Refusal(415, 'The body has to be application/json');
    const text = await app.readBody(context.request);
    try {
      context.body = app.parse(text);
    } catch (thrown) {
      if (thrown instanceof Refusal) throw thrown;
      throw new Refusal(400, 'The body is no JSON');
    }
    if (name === 'address') app.checkAddress(context.body);
    else app.checkOrder(context.body);
    return next();
  };
}

export function compose(middlewares: readonly Middleware[], handler: (context: Context) => Promise<Response>) {
  return (context: Context): Promise<Response> => {
    const step = (place: number): Promise<Response> => {
      const middleware = middlewares[place];
      return middleware ? middleware(context, () => step(place + 1)) : handler(context);
    };
    return step(0);
  };
}

export function onionOf(app: App): (context: Context) => Promise<Response> {
  const guards = [routing, authentication, identification, bodies].map((make) => make(app));
  return compose([...app.outer, refusals(app), ...guards, ...app.inner], async (context) => {
    if (!context.route) throw new Refusal(404, 'There is nothing at this address');
    return app.handlers[context.route.name](context);
  });
}
