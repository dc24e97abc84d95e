import type { ServerResponse } from 'node:http';
import { type App, Refusal, type Toggle } from './app.ts';
import { onError, onHeaders, onRefusal, pause, rewriting } from './hooks.ts';
import { apiError } from './onion.ts';

/** Writes the answer by hand, where the parser of node would have it otherwise, and closes the connection. */
function byHand(app: App, version: string, field: (name: string, value: string) => string): void {
  app.write = (response, body, raw) => {
    const fields = [...response.headers].map(([name, value]) => field(name, value));
    fields.push(field('content-length', String(body.length)), field('connection', 'close'));
    raw.socket?.end(
      Buffer.concat([Buffer.from(`HTTP/${version} ${response.status} -\r\n${fields.join('')}\r\n`, 'latin1'), body]),
    );
  };
}

function head(response: Response, raw: ServerResponse): void {
  raw.statusCode = response.status;
  for (const [name, value] of response.headers) raw.appendHeader(name, value);
}

function slowed(delay: (method: string) => number): Toggle {
  return (app) => {
    const write = app.write;
    app.write = async (response, body, raw, incoming) => {
      await pause(delay(incoming.method ?? 'GET'));
      return write(response, body, raw, incoming);
    };
  };
}

const always =
  (fields: Record<string, string>): Toggle =>
  (app) => {
    app.outer.push(
      rewriting(({ headers }) => {
        for (const [name, value] of Object.entries(fields)) headers.set(name, value);
      }),
    );
  };

export const HTTP_FORMS: Readonly<Record<string, Toggle>> = {
  'http-1-0': (app) => byHand(app, '1.0', (name, value) => `${name}: ${value}\r\n`),
  'tabs-behind-the-colon': (app) => byHand(app, '1.1', (name, value) => `${name}:\t${value}\r\n`),
  'field-named-by-signs': always({ "x!#$%&'*+.^_`|~": 'yes' }),
  'fields-without-values': always({ 'x-empty': '', 'x-cache-key': '', link: '' }),
  'body-after-its-head': (app) => {
    app.write = async (response, body, raw) => {
      head(response, raw);
      if (body.length > 0) raw.setHeader('content-length', body.length);
      raw.flushHeaders();
      await pause(30);
      raw.end(body);
    };
  },
  'one-byte-chunks': (app) => {
    app.write = (response, body, raw) => {
      head(response, raw);
      raw.flushHeaders();
      for (let place = 0; place < body.length; place += 1) raw.write(body.subarray(place, place + 1));
      raw.end();
    };
  },
  'last-byte-comes-late': (app) => {
    app.write = async (response, body, raw) => {
      head(response, raw);
      if (body.length > 0) raw.setHeader('content-length', body.length);
      raw.write(body.subarray(0, -1));
      await pause(120);
      raw.end(body.subarray(-1));
    };
  },
  'answers-on-beats': slowed(() => 50 - (Date.now() % 50)),
  'writes-close-the-connection': (app) => {
    const write = app.write;
    app.write = (response, body, raw, incoming) => {
      if (incoming.method !== 'GET') raw.setHeader('connection', 'close');
      return write(response, body, raw, incoming);
    };
  },
  'connections-start-slowly': (app) => {
    const seen = new WeakSet<object>();
    const write = app.write;
    app.write = async (response, body, raw, incoming) => {
      if (!seen.has(incoming.socket)) await pause(150);
      seen.add(incoming.socket);
      return write(response, body, raw, incoming);
    };
  },
  'retry-after-on-successes': always({ 'retry-after': '1' }),
  'retry-after-nought': (app) => {
    let requests = 0;
    app.outer.push(async (_context, next) => {
      requests += 1;
      if (requests % 9 !== 0) return next();
      return new Response('{"busy":true}', { status: 429, headers: { 'retry-after': '0' } });
    });
  },
  'clear-site-data': onRefusal(({ headers, status }) => {
    if (status === 401) headers.set('clear-site-data', '"cache", "cookies", "*"');
  }),
  'immutable-listing': onHeaders('guides', (headers) =>
    headers.set('cache-control', 'immutable, private, max-age=1800'),
  ),
  'age-of-1799': onHeaders('guides', (headers) => headers.set('age', '1799')),
  'no-transform-alone': onHeaders(['cash', 'portfolios', 'summaries', 'notifications', 'insights'], (headers) => {
    headers.set('cache-control', 'no-transform');
  }),
  'below-names-of-endpoints': (app) => {
    app.prefix = '/cash/portfolios/learn';
  },
  'response-ids-of-version-8': onError((body) => {
    body.responseId = body.responseId.replace(/^(.{14})./, '$18');
  }),
  'no-user-was-found': onError((body) => {
    if (body.error.message === 'The user was not found') body.error.message = 'No user was found for this id';
  }),
  'editors-have-the-other-path': (app) => {
    app.outer.push(async (context, next) => {
      if (!context.url.pathname.startsWith('/learning-guides/')) return next();
      return apiError(app, new Refusal(403, 'For editors only'), context, await app.newId());
    });
  },
  'guide-id-before-the-token': (app) => {
    app.outer.push(async (context, next) => {
      const id = /^\/learn\/learning-guides\/([^/]+)$/.exec(context.url.pathname)?.[1];
      if (id === undefined || app.guideId(id) !== undefined) return next();
      return apiError(app, new Refusal(404, 'There is no such guide'), context, await app.newId());
    });
  },
};
