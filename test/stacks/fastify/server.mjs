import jwt from '@fastify/jwt';
import Fastify from 'fastify';
import * as core from '../core.mjs';
import { bearerJwt, content, is, port, Refusal, reads } from '../core.mjs';
import { jwtOptions, verifyWithOldJws } from './verifier.mjs';

const app = Fastify({
  // Fastify's own defaults turn ['x'] into 'x' and 1 into '1', and drop members that the schema
  // does not have.
  ajv: {
    customOptions: is('default-coercion') ? {} : { coerceTypes: false, removeAdditional: false },
  },
  routerOptions: {
    ignoreTrailingSlash: is('trailing-slash') || is('guard-by-path'),
    ignoreDuplicateSlashes: is('duplicate-slashes'),
    caseSensitive: true,
  },
  exposeHeadRoutes: !is('no-head'),
  bodyLimit: is('small-body-limit') ? 64 : 1024 * 1024,
  ...(is('default-framework-errors') ? {} : { frameworkErrors: refuse }),
});

function refuse(error, _request, reply) {
  const { status, message, description } = problemOf(error);
  const headers = status === 401 ? { 'www-authenticate': core.challenge } : {};
  const told = is('stack-in-description') ? error.stack : description;
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', ...headers })
    .send(core.apiError(status, message, told));
}

function problemOf(error) {
  if (error instanceof Refusal) return error;
  if (error.code?.startsWith('FST_JWT_') || error.code?.startsWith('FAST_JWT_'))
    return new Refusal(401, 'Token invalid');
  const status = error.validation ? 422 : (error.statusCode ?? 500);
  return new Refusal(status, status < 500 ? error.message : 'Internal error');
}

if (!is('default-error-handler')) app.setErrorHandler(refuse);
if (!is('default-not-found')) {
  app.setNotFoundHandler((request, reply) =>
    refuse(new Refusal(404, 'No such endpoint'), request, reply),
  );
}

// Fastify's default parsers replace bytes that are not UTF-8, and read text/plain.
if (!is('default-parsers')) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => {
    try {
      done(null, core.strictJson(bytes));
    } catch (error) {
      done(error);
    }
  });
}

await app.register(jwt, jwtOptions);

const guarded = [...Object.keys(reads), '/users/me/address', '/api/m2m/investments/orders'];

/** Checks the token. `authorise` checks the scope. */
async function authenticate(request) {
  // A guard that compares the raw target does not match `/cash/` or `/cash?from=1`.
  if (is('guard-by-path') && !guarded.includes(request.raw.url)) return;
  const { authorization } = request.headers;
  if (authorization === undefined) throw new Refusal(401, 'Bearer token missing');
  const [, token = ''] = bearerJwt.exec(authorization) ?? [];
  if (is('jws-2')) request.user = verifyWithOldJws(token);
  else if (is('token-decoded')) request.user = claimsOf(token);
  else await request.jwtVerify();
  if (!request.user) throw new Refusal(401, 'Bearer token malformed');
}

function claimsOf(token) {
  try {
    return app.jwt.decode(token);
  } catch {
    return undefined;
  }
}

async function authorise(request) {
  if (request.routeOptions.url === '/learn/learning-guides' && !core.hasScope(request.user)) {
    throw new Refusal(403, 'Access denied', `The token lacks the scope ${content.scope}.`);
  }
}

async function identify(request) {
  request.subject = core.findUser(request.headers['x-user-id'], request.routeOptions.url);
}

const withUser = { onRequest: [authenticate, authorise, identify] };

const responseCache = new Map();

const narrow = {
  type: 'object',
  properties: { data: { type: 'array', items: { type: 'object', additionalProperties: true } } },
};

for (const [path, read] of Object.entries(reads)) {
  app.get(path, { ...withUser, ...responseSchemaOf(path) }, async (request, reply) => {
    reply.headers(core.cachingOf(path));
    if (!is('cached-by-url') || !path.startsWith('/learn/')) return read(request.subject);
    const cached = responseCache.get(request.url) ?? read(request.subject);
    responseCache.set(request.url, cached);
    return cached;
  });
}

/** A response schema makes Fastify faster and drops members that it does not name. */
function responseSchemaOf(path) {
  if (is('response-schema-too-narrow') && path === '/daily-summaries')
    return { schema: { response: { 200: narrow } } };
  if (!is('response-schema') || path !== '/cash') return {};
  const number = { type: 'number' };
  const item = {
    type: 'object',
    properties: { currency: { type: 'string' }, available: number, reserved: number },
  };
  return {
    schema: {
      response: { 200: { type: 'object', properties: { data: { type: 'array', items: item } } } },
    },
  };
}

async function readGuide(request, reply) {
  reply.headers(core.cachingOf('/learn/learning-guides'));
  const id = request.headers['x-user-id'];
  return core.findGuide(request.params.id, id === undefined ? 'en' : core.findUser(id).language);
}

/** A synchronous handler must call reply.send in every branch. */
function readKnownGuide(request, reply) {
  const isKnown = content.guides.en.data.some((guide) => guide.id === request.params.id);
  if (isKnown)
    readGuide(request, reply).then(
      (guide) => reply.send(guide),
      (error) => reply.send(error),
    );
}

app.get(
  '/learning-guides/:id',
  { onRequest: authenticate },
  is('handler-hangs') ? readKnownGuide : readGuide,
);

const text = { type: 'string' };
const addressSchema = {
  type: 'object',
  required: ['address'],
  properties: {
    address: {
      type: 'object',
      required: ['line1', 'city', 'postalCode', 'countryCode'],
      properties: {
        line1: text,
        line2: text,
        city: text,
        postalCode: { type: ['string', 'number'] },
        countryCode: { type: 'string', pattern: '^[A-Z]{2}$' },
      },
    },
  },
};

app.patch(
  '/users/me/address',
  { ...withUser, schema: { body: addressSchema } },
  async (request, reply) => {
    const { line1, line2, city, postalCode, countryCode } = request.body.address;
    // Unknown members may be too deep to serialise.
    const known = { line1, line2, city, postalCode, countryCode };
    const address = is('unknown-members-kept') ? request.body.address : known;
    content.addresses[request.subject.id] = address;
    if (is('update-without-content')) return reply.code(204).send();
    return { address };
  },
);

const orderSchema = {
  type: 'object',
  required: ['isin', 'side', 'amount'],
  properties: {
    isin: { type: 'string', pattern: '^[A-Z]{2}[A-Z0-9]{9}[0-9]$' },
    side: { enum: ['buy', 'sell'] },
    amount: { type: 'number', exclusiveMinimum: 0 },
  },
};

app.post(
  '/api/m2m/investments/orders',
  { ...withUser, schema: { body: orderSchema } },
  async (request, reply) => reply.code(201).send(core.placed(request.body)),
);

await app.listen({ port: Number(port), host: '127.0.0.1' });
