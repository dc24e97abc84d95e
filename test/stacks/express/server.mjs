import { setTimeout as sleep } from 'node:timers/promises';
import express from 'express';
import * as core from '../core.mjs';
import { content, is, port, Refusal, reads } from '../core.mjs';
import { guard } from './guard.mjs';

const app = express();
app.disable('x-powered-by');
if (is('strict-routing')) app.enable('strict routing').enable('case sensitive routing');
if (is('no-etag')) app.disable('etag');

/** Passes on rejections, because Express 4 does not wait for async handlers. */
const caught = (handler) => (request, response, next) =>
  Promise.resolve(handler(request, response)).catch(next);
// Many templates have this line. Without it, Node ends the process.
if (is('rejections-not-passed-on')) process.on('unhandledRejection', () => {});

const guarded = [...Object.keys(reads), '/users/me/address', '/api/m2m/investments/orders'];
// The router ignores case and a trailing slash, the list does not.
if (is('guard-by-path'))
  app.use((...visit) => (guarded.includes(visit[0].path) ? guard(...visit) : visit[2]()));
if (is('guard-before-routes')) app.use(guard);
const token = is('guard-by-path') || is('guard-before-routes') ? [] : [guard];

// The body parser replaces bytes that are not UTF-8, and skips a byte order mark, unless `verify`
// refuses them.
app.use(
  express.json({
    ...(is('default-json')
      ? {}
      : { verify: (_request, _response, bytes) => void core.strictJson(bytes) }),
    ...(is('json-of-any-type') ? { type: () => true } : {}),
  }),
);
if (is('form-bodies')) app.use(express.urlencoded({ extended: true }));

function authorise(request, _response, next) {
  const granted = is('scope-by-substring')
    ? String(request.auth?.scope).includes(content.scope)
    : core.hasScope(request.auth) || (is('guard-by-path') && !request.auth);
  next(
    granted
      ? undefined
      : new Refusal(403, 'Access denied', `The token lacks the scope ${content.scope}.`),
  );
}

let current;

function identify(request, _response, next) {
  const id =
    request.get('x-user-id') ?? (is('user-from-query') ? request.query['x-user-id'] : undefined);
  request.user = core.findUser(id, request.route.path);
  current = request.user;
  next();
}

const cache = new Map();

function cached(request, response, next) {
  const key = is('cached-by-url')
    ? request.originalUrl
    : `${request.originalUrl} ${request.user.id}`;
  const kept = cache.get(key);
  if (kept !== undefined) return response.set(core.cachingOf(request.route.path)).json(kept);
  const json = response.json.bind(response);
  response.json = (body) => {
    cache.set(key, body);
    return json(body);
  };
  next();
}

for (const [path, read] of Object.entries(reads)) {
  const scope = path === '/learn/learning-guides' ? [authorise] : [];
  const keeping = path === '/learn/learning-guides' ? [cached] : [];
  app.get(
    path,
    ...token,
    ...scope,
    identify,
    ...keeping,
    caught(async (request, response) => {
      // After a pause, the module's variable contains the next request's user.
      if (is('user-in-module')) await sleep(2);
      response.set(core.cachingOf(path)).json(read(is('user-in-module') ? current : request.user));
    }),
  );
}

async function readGuide(request, response) {
  const id = request.get('x-user-id');
  const guide = core.findGuide(
    request.params.id,
    id === undefined ? 'en' : core.findUser(id).language,
  );
  response.set(core.cachingOf('/learn/learning-guides')).json(guide);
}
app.get(
  '/learning-guides/:id',
  ...token,
  is('rejections-not-passed-on') ? readGuide : caught(readGuide),
);

app.patch(
  '/users/me/address',
  ...token,
  identify,
  caught(async ({ body, user }, response) => {
    const address = is('update-without-check') ? body.address : core.checkedAddress(body);
    content.addresses[user.id] = address;
    response.json({ address });
  }),
);

app.post(
  '/api/m2m/investments/orders',
  ...token,
  identify,
  caught(async ({ body }, response) =>
    response.status(201).json(core.placed(core.checkedOrder(body))),
  ),
);

if (!is('default-not-found')) {
  app.use((_request, _response, next) => next(new Refusal(404, 'No such endpoint')));
}

// Express recognises an error handler by its four parameters.
if (!is('default-error-handler')) {
  app.use((error, _request, response, _next) => {
    const { status, message, description } = problemOf(error);
    if (status === 401) response.set('WWW-Authenticate', core.challenge);
    response
      .set('Cache-Control', 'no-store')
      .status(status)
      .json(core.apiError(status, message, description));
  });
}

function problemOf(error) {
  if (error instanceof Refusal) return error;
  if (error.name === 'UnauthorizedError')
    return new Refusal(401, 'Bearer token missing or invalid');
  const { status = 500 } = error;
  return new Refusal(status, status < 500 ? error.message : 'Internal error');
}

app.listen(Number(port), '127.0.0.1');
