import type { App, Context, Json, Middleware, RouteName, Toggle } from './app.ts';

type Names = RouteName | readonly RouteName[] | 'all';
type Draft = { text: string; status: number; headers: Headers };

/** Builds an answer anew from one that was read. */
function rebuilt({ text, status, headers }: Draft): Response {
  const bare = status === 204 || status === 205;
  return new Response(bare ? null : text, { status, headers });
}

export function rewriting(change: (draft: Draft, context: Context) => void | Promise<void>): Middleware {
  return async (context, next) => {
    const response = await next();
    const draft = { text: await response.text(), status: response.status, headers: new Headers(response.headers) };
    await change(draft, context);
    return rebuilt(draft);
  };
}

function concerns(names: Names, context: Context): boolean {
  return names === 'all' || (context.route !== undefined && [names].flat().includes(context.route.name));
}

export function onSuccess(names: Names, change: (draft: Draft, context: Context) => void | Promise<void>): Toggle {
  return (app) => {
    app.outer.push(
      rewriting(async (draft, context) => {
        if (draft.status < 300 && concerns(names, context)) await change(draft, context);
      }),
    );
  };
}

export function onRefusal(change: (draft: Draft, context: Context) => void | Promise<void>): Toggle {
  return (app) => {
    app.outer.push(
      rewriting(async (draft, context) => {
        if (draft.status >= 400) await change(draft, context);
      }),
    );
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a toggle reaches into bodies of every form.
type Loose = any;

/** Changes the JSON of successful answers; a body that is returned replaces the former one. */
export function onBody(names: Names, change: (body: Loose, context: Context, app: App) => unknown): Toggle {
  return (app) =>
    onSuccess(names, (draft, context) => {
      if (draft.text === '') return;
      const body: Loose = JSON.parse(draft.text);
      const result = change(body, context, app);
      draft.text = JSON.stringify(result === undefined ? body : result);
    })(app);
}

export function onError(change: (body: Loose, context: Context) => void): Toggle {
  return (app) => {
    const before = app.errorBody;
    app.errorBody = (refusal, context, id) => {
      const body: Json = before(refusal, context, id);
      change(body, context);
      return body;
    };
  };
}

export function onHeaders(names: Names, change: (headers: Headers, context: Context) => void): Toggle {
  return onSuccess(names, (draft, context) => change(draft.headers, context));
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
