import hapi from '@hapi/hapi';
import joi from 'joi';
import * as core from '../core.mjs';
import { content, is, port, reads } from '../core.mjs';
import { oldScheme, register } from './auth.mjs';

const server = hapi.server({
  port: Number(port),
  host: '127.0.0.1',
  router: { stripTrailingSlash: is('trailing-slash'), isCaseSensitive: !is('any-case') },
});
await register(server);
server.auth.default(
  is('json-web-token-3')
    ? oldScheme
    : { strategy: 'jwt', ...(is('auth-tried') ? { mode: 'try' } : {}) },
);

/** Turns refusals of the core and hapi's own errors into ApiErrors. */
function refuse(request, h) {
  const { response } = request;
  if (!(response instanceof Error)) return h.continue;
  if (is('own-errors-alone') && response.status === undefined) return h.continue;
  const { statusCode } = response.output;
  const status = response.status ?? statusCode;
  const reply = h.response(
    core.apiError(
      status,
      status < 500 ? response.message || 'Refused' : 'Internal error',
      response.description,
    ),
  );
  if (status === 401) reply.header('WWW-Authenticate', core.challenge);
  return reply.code(status).header('Cache-Control', 'no-store');
}

server.ext('onPreResponse', refuse);

const identify = {
  assign: 'user',
  method: ({ headers, route }) => core.findUser(headers['x-user-id'], route.path),
};

// The cache of a server method distinguishes calls only by generateKey.
server.method('listing', (user) => reads['/learn/learning-guides'](user), {
  cache: { expiresIn: 1_800_000, generateTimeout: 1_000 },
  generateKey: ({ language }) => (is('cache-key-without-user') ? 'listing' : language),
});

for (const [path, read] of Object.entries(reads)) {
  const isListing = path === '/learn/learning-guides';
  const ofRoute = { expiresIn: is('lifetime-in-seconds') ? 1_800 : 1_800_000, privacy: 'private' };
  const byRoute = is('route-cache') || is('lifetime-in-seconds');
  server.route({
    method: 'GET',
    path,
    options: {
      pre: [identify],
      ...(isListing ? { auth: { access: { scope: content.scope } } } : {}),
      ...(isListing && byRoute ? { cache: ofRoute } : {}),
    },
    handler: async ({ pre: { user } }, h) => {
      const response = h.response(isListing ? await server.methods.listing(user) : read(user));
      const { 'cache-control': cacheControl, vary } = core.cachingOf(path);
      if (!(isListing && byRoute)) response.header('Cache-Control', cacheControl);
      return vary === undefined ? response : response.vary(vary);
    },
  });
}

server.route({
  method: 'GET',
  path: '/learning-guides/{id}',
  handler: ({ params, headers }, h) => {
    const id = headers['x-user-id'];
    // If a handler returns nothing, hapi responds with 500.
    if (
      is('handler-returns-nothing') &&
      content.guides.en.data.every((guide) => guide.id !== params.id)
    )
      return;
    const guide = core.findGuide(params.id, id === undefined ? 'en' : core.findUser(id).language);
    return h.response(guide).header('Cache-Control', 'private, max-age=1800').vary('x-user-id');
  },
});

/**
 * Without `allow`, hapi accepts forms and text. Without a Content-Type, it parses the body as JSON.
 */
const strictPayload = {
  parse: 'gunzip',
  output: 'data',
  allow: 'application/json',
  defaultContentType: 'application/octet-stream',
};

/** By default joi parses an object from a string. */
const options = { convert: is('objects-from-text') };

function bodyOf(schema) {
  const failAction = (_request, h, error) => {
    if (is('validation-logged')) return h.continue;
    throw Object.assign(error, {
      status: 422,
      message: 'Invalid body',
      description: error.message,
    });
  };
  if (is('default-payload'))
    return { pre: [identify], validate: { payload: schema, failAction, options } };
  const read = { assign: 'body', method: ({ payload }) => core.strictJson(payload ?? '') };
  const validate = {
    assign: 'valid',
    method: ({ pre }) => {
      const { error, value } = schema.validate(pre.body, options);
      return error ? failAction(undefined, { continue: pre.body }, error) : value;
    },
  };
  return { payload: strictPayload, pre: [identify, read, validate] };
}

const address = joi.object({
  line1: joi.string().required(),
  line2: joi.string().allow(''),
  city: joi.string().required(),
  postalCode: joi.alternatives(joi.string(), joi.number().unsafe()).required(),
  countryCode: joi
    .string()
    .pattern(/^[A-Z]{2}$/)
    .required(),
});

server.route({
  method: 'PATCH',
  path: '/users/me/address',
  options: bodyOf(joi.object({ address: address.required() }).required()),
  handler: ({ headers, payload, pre }, h) => {
    const { address: supplied } = pre.valid ?? payload;
    content.addresses[core.findUser(headers['x-user-id']).id] = supplied;
    return is('update-without-content') ? h.response().code(204) : { address: supplied };
  },
});

const order = joi.object({
  isin: joi
    .string()
    .pattern(/^[A-Z]{2}[A-Z0-9]{9}[0-9]$/)
    .required(),
  side: joi.valid('buy', 'sell').required(),
  amount: joi.number().positive().required(),
});

server.route({
  method: 'POST',
  path: '/api/m2m/investments/orders',
  options: bodyOf(order.required()),
  handler: ({ payload, pre }, h) => h.response(core.placed(pre.valid ?? payload)).code(201),
});

await server.start();
