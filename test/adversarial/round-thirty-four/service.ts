import { randomUUID, sign, verify } from 'node:crypto';
import { cashOf, guidesOf, insightsOf, money, portfoliosOf, settingsOf, summariesOf } from './data.ts';
import type { Environment, Field, Json, Jwt, Parts, Request, Response } from './model.ts';
import { isObject, Rejection } from './model.ts';

export const lifetime = 3600;
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
export const clock = (): number => Math.floor(Date.now() / 1000);
export const ok = (body: unknown, fields: readonly Field[] = []): Response => ({ status: 200, body, fields });
const routes: Readonly<Record<string, string>> = {
  '/learn/learning-guides': 'GET',
  '/learn/analyst-insights': 'GET',
  '/cash': 'GET',
  '/portfolios': 'GET',
  '/daily-summaries': 'GET',
  '/b2b/notification-settings': 'GET',
  '/users/me': 'GET',
  '/users/me/address': 'PATCH',
  '/api/m2m/investments/orders': 'POST',
  guide: 'GET',
};

export const routeOf = (path: string): string =>
  /^\/learn\/learning-guides\/[^/]+$/.test(path) ? 'guide' : path in routes ? path : '';

function object(part: string): Json {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    value = undefined;
  }
  if (!isObject(value)) {
    throw new Rejection(401, 'InvalidToken', 'The access token is invalid');
  }
  return value;
}

/** The service with nothing wrong; `parts` is what it will have been when everything is wired. */
export function assemble(env: Environment): Parts {
  const bad = (kind: string): Rejection => new Rejection(401, kind, 'The access token is invalid');
  const parts: Parts = {
    readGrant(body) {
      let request: unknown;
      try {
        request = JSON.parse(body.toString());
      } catch {
        request = undefined;
      }
      if (!isObject(request)) {
        throw new Rejection(400, 'invalid_request', 'No JSON object');
      }
      return request;
    },
    isGrant: (request) => request['grant_type'] === 'client_credentials',
    application: (request) =>
      env.applications.find(({ id, secret }) => id === request['client_id'] && secret === request['client_secret']),
    isAudience: (request) => request['audience'] === env.audience,
    claims: ({ id, scopes }) => ({
      iss: env.issuer,
      sub: `${id}@clients`,
      aud: env.audience,
      iat: clock(),
      exp: clock() + lifetime,
      jti: randomUUID(),
      scope: scopes.join(' '),
    }),
    jwtHeader: () => ({ typ: 'JWT', alg: 'RS256', kid: env.jwk['kid'] }),
    jwt(claims) {
      const input = `${encoded(parts.jwtHeader())}.${encoded(claims)}`;
      return `${input}.${sign('sha256', Buffer.from(input), env.privateKey).toString('base64url')}`;
    },
    grant: (application) =>
      ok({
        access_token: parts.jwt(parts.claims(application)),
        token_type: 'Bearer',
        expires_in: lifetime,
        scope: application.scopes.join(' '),
      }),
    grantFields: () => [
      ['Cache-Control', 'no-store'],
      ['Pragma', 'no-cache'],
    ],
    oauthError: (status, error) => ({ status, body: { error, error_description: `Refused: ${error}` }, fields: [] }),
    async tokenEndpoint(request) {
      if (request.method !== 'POST') {
        return parts.oauthError(405, 'invalid_request');
      }
      let grant: Json;
      try {
        grant = parts.readGrant(request.body);
      } catch {
        return parts.oauthError(400, 'invalid_request');
      }
      if (!parts.isGrant(grant)) {
        return parts.oauthError(400, 'unsupported_grant_type');
      }
      const application = await parts.application(grant);
      if (application === undefined) {
        return parts.oauthError(401, 'invalid_client');
      }
      if (!parts.isAudience(grant)) {
        return parts.oauthError(403, 'access_denied');
      }
      const answer = parts.grant(application);
      return { ...answer, fields: [...answer.fields, ...parts.grantFields()] };
    },
    credentials({ headers }) {
      const [, token] = /^bearer +([^\s,]+)$/i.exec(headers['authorization'] ?? '') ?? [];
      if (token === undefined) {
        throw new Rejection(401, 'MissingToken', 'A bearer token is required');
      }
      return token;
    },
    decode(token) {
      const split = token.split('.');
      if (split.length !== 3 || !split.every((part) => /^[\w-]+$/.test(part))) {
        throw bad('InvalidToken');
      }
      const [header = '', payload = ''] = split;
      return { parts: split, header: object(header), payload: object(payload) };
    },
    checkSignature({ parts: [header, payload, signature = ''], header: { alg } }) {
      const input = Buffer.from(`${header}.${payload}`);
      if (alg !== 'RS256' || !verify('sha256', input, env.publicKey, Buffer.from(signature, 'base64url'))) {
        throw bad('InvalidSignature');
      }
    },
    checkClaims({ iss, aud, exp, nbf }) {
      if (iss !== env.issuer || !(Array.isArray(aud) ? aud : [aud]).includes(env.audience)) {
        throw bad('InvalidAudience');
      }
      if (typeof exp === 'number' && exp <= clock()) {
        throw bad('ExpiredSignature');
      }
      if (typeof nbf === 'number' && nbf > clock() + 5) {
        throw bad('ImmatureSignature');
      }
    },
    scopes: ({ scope }) => String(scope ?? '').split(' '),
    async authenticate(request) {
      const jwt: Jwt = parts.decode(parts.credentials(request), request);
      parts.checkSignature(jwt, request);
      parts.checkClaims(jwt.payload, request);
      return jwt.payload;
    },
    checkScope(payload, { route }) {
      if (route === '/learn/learning-guides' && !parts.scopes(payload).includes('service:nbg')) {
        throw new Rejection(403, 'MissingScope', 'The token lacks the scope service:nbg');
      }
    },
    rawUser: ({ headers }) => headers['x-user-id'],
    parseUser(raw) {
      if (raw === undefined || !/^[a-f0-9]{24}$/.test(raw)) {
        throw new Rejection(400, 'UserHeader', 'x-user-id must be 24 lowercase hexadecimal characters');
      }
      return raw;
    },
    findUser(id, { route }) {
      const user = env.users.find((one) => one.id === id);
      if (user === undefined) {
        throw new Rejection(route === '/daily-summaries' ? 401 : 404, 'UserNotFound', 'User not found');
      }
      return user;
    },
    checkUser(user, { route }) {
      if (user.denied && route === '/daily-summaries') {
        throw new Rejection(403, 'AccessDenied', 'Access denied');
      }
    },
    checkMediaType({ headers }) {
      if (!/^application\/(?:[\w.-]+\+)?json *(?:;|$)/i.test(headers['content-type'] ?? '')) {
        throw new Rejection(415, 'MissingJsonContentType', 'Expected request with `Content-Type: application/json`');
      }
    },
    parse({ body }) {
      try {
        return JSON.parse(body.toString()) as unknown;
      } catch {
        throw new Rejection(400, 'JsonSyntaxError', 'Failed to parse the request body as JSON');
      }
    },
    readAddress(body) {
      if (!isObject(body) || !isObject(body['address'])) {
        throw new Rejection(422, 'JsonDataError', 'address: expected a struct');
      }
      return body['address'];
    },
    checkAddress(address) {
      for (const name of ['line1', 'line2', 'city', 'postalCode', 'countryCode']) {
        const value = address[name];
        const number = name === 'postalCode' && typeof value === 'number';
        if (typeof value !== 'string' && !number && !(name === 'line2' && value === undefined)) {
          throw new Rejection(422, 'JsonDataError', `address.${name}: invalid type, expected a string`);
        }
      }
      if (!/^[A-Z]{2}$/.test(String(address['countryCode']))) {
        throw new Rejection(422, 'ValidationError', 'address.countryCode: expected two capitals');
      }
    },
    store: (user, address) => void env.addresses.set(user.id, address),
    addressAnswer: () => ok({ updated: true }),
    patchAddress(user, request) {
      parts.checkMediaType(request);
      const address = parts.readAddress(parts.parse(request), user);
      parts.checkAddress(address);
      parts.store(user, address);
      return parts.addressAnswer(user);
    },
    checkOrder(order) {
      if (!isObject(order)) {
        throw new Rejection(422, 'JsonDataError', 'invalid type, expected struct Order');
      }
      const { isin, side, amount } = order;
      if (typeof isin !== 'string' || (side !== 'buy' && side !== 'sell') || typeof amount !== 'number') {
        throw new Rejection(422, 'JsonDataError', 'invalid type in struct Order');
      }
      if (!(amount > 0)) {
        throw new Rejection(422, 'ValidationError', 'amount must be greater than zero');
      }
      return order;
    },
    orderAnswer: (order) => ({ status: 201, body: { orderId: randomUUID(), state: 'accepted', ...order }, fields: [] }),
    postOrder(request) {
      parts.checkMediaType(request);
      return parts.orderAnswer(parts.checkOrder(parts.parse(request)));
    },
    shelf: guidesOf,
    guidesFields: () => [
      ['Cache-Control', 'private, max-age=1800'],
      ['Vary', 'x-user-id, Authorization'],
    ],
    guides: (user) => ok({ data: parts.shelf(user) }, parts.guidesFields()),
    guide(raw, request) {
      if (!/^[a-f0-9]{24}$/.test(raw)) {
        throw new Rejection(400, 'PathError', 'Invalid URL: the id is no document id');
      }
      const [fallback] = env.users;
      const user = env.users.find(({ id }) => id === request.headers['x-user-id']) ?? fallback;
      const found = user && parts.shelf(user).find(({ id }) => id === raw);
      if (found === undefined) {
        throw new Rejection(404, 'GuideNotFound', 'Guide not found');
      }
      return ok({ ...found, chapters: [`${found['title']}: 1`, `${found['title']}: 2`] }, parts.privateFields(request));
    },
    insights: insightsOf,
    cash: cashOf,
    portfolios: portfoliosOf,
    summaries: summariesOf,
    settings: settingsOf,
    profile: (user) => ({
      id: user.id,
      language: user.language,
      limit: money(user.language === 'de' ? 5000 : 20_000, user),
      address: env.addresses.get(user.id) ?? null,
    }),
    privateFields: () => [['Cache-Control', 'private, no-cache']],
    responseId: () => randomUUID(),
    challenge: ({ kind }) => [
      [
        'WWW-Authenticate',
        kind === 'MissingToken' ? 'Bearer' : `Bearer error="invalid_token", error_description="${kind}"`,
      ],
    ],
    problem(rejection, request) {
      const { status, message, description } = rejection;
      return {
        status,
        body: { status, error: { message, description }, responseId: parts.responseId() },
        fields: [['Cache-Control', 'no-store'], ...(status === 401 ? parts.challenge(rejection, request) : [])],
      };
    },
    encode: (body) => JSON.stringify(body),
    mediaType: () => 'application/json',
    finish: (response) => response,
    bodyLimit(length) {
      if (length > 2_097_152) {
        throw new Rejection(413, 'LengthLimitError', 'length limit exceeded');
      }
    },
    async dispatch(request) {
      if (request.route === '') {
        throw new Rejection(404, 'NoRoute', 'No route matches the path');
      }
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      if (method !== routes[request.route]) {
        throw new Rejection(405, 'Method', 'Method not allowed');
      }
      const payload = await parts.authenticate(request);
      parts.checkScope(payload, request);
      if (request.route === 'guide') {
        return parts.guide(request.path.split('/').at(-1) ?? '', request);
      }
      parts.bodyLimit(request.body.length);
      return parts.handle(request, payload);
    },
    async handle(request) {
      const user = parts.findUser(parts.parseUser(parts.rawUser(request), request), request);
      parts.checkUser(user, request);
      const fields = parts.privateFields(request);
      switch (request.route) {
        case '/learn/learning-guides':
          return parts.guides(user, request);
        case '/learn/analyst-insights':
          return ok(await parts.insights(user, request), fields);
        case '/cash':
          return ok(await parts.cash(user, request), fields);
        case '/portfolios':
          return ok(await parts.portfolios(user, request), fields);
        case '/daily-summaries':
          return ok(parts.summaries(user, request), fields);
        case '/b2b/notification-settings':
          return ok(parts.settings(user, request), fields);
        case '/users/me':
          return ok(parts.profile(user), fields);
        case '/users/me/address':
          return parts.patchAddress(user, request);
        default:
          return parts.postOrder(request);
      }
    },
  };
  return parts;
}

export async function answer(parts: Parts, request: Request): Promise<Response> {
  let response: Response;
  try {
    response = await parts.dispatch(request);
  } catch (error) {
    response = parts.problem(
      error instanceof Rejection ? error : new Rejection(500, 'Panic', 'Service panicked'),
      request,
    );
  }
  return parts.finish(response, request);
}
