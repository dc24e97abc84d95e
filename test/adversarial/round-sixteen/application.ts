import { functions } from './functions.ts';
import { type Flow, Platform, type Step } from './platform.ts';

const token: Step[] = [
  { name: 'credentials', validate: "header('authorization') <> null", otherwise: 'no-token' },
  {
    name: 'scheme',
    validate: "matches(header('authorization'), '^[Bb][Ee][Aa][Rr][Ee][Rr] +[^ ]+$')",
    otherwise: 'bad-token',
  },
  { name: 'verify', call: 'verify', with: "credentials(header('authorization'))", as: 'token' },
  { name: 'verdict', decide: 'verdict', as: 'verdict' },
  { name: 'let-in', validate: "verdict = 'let-in'", otherwise: 'bad-token' },
];
const user: Step[] = [
  {
    name: 'user-form',
    validate: "matches(header('x-user-id'), '^[a-f0-9]{24}$')",
    otherwise: 'malformed-user',
  },
  { name: 'user', call: 'users', with: "header('x-user-id')", as: 'user' },
  { name: 'user-known', validate: 'user <> null', otherwise: 'unknown-user' },
];
const body: Step[] = [
  { name: 'media', validate: "mediaType() = 'application/json'", otherwise: 'media-type' },
  { name: 'read', call: 'reader', as: 'read', otherwise: 'unreadable' },
  { name: 'body', set: 'read.value', as: 'body' },
  { name: 'body-form', validate: 'object(body)', otherwise: 'wrong-form' },
];
const shown = (connector: string, policy = 'private'): Step[] => [
  { name: 'load', call: connector, with: 'user', as: 'result' },
  { name: 'respond', respond: 200, body: 'result', policy },
];
const address: Step[] = [
  { name: 'address', set: 'body.address', as: 'address' },
  { name: 'address-form', validate: 'object(address)', otherwise: 'wrong-form' },
  ...['line1', 'line2', 'city', 'postalCode', 'countryCode'].map((member): Step => {
    return { name: member, validate: `scalar(address.${member})`, otherwise: 'wrong-type' };
  }),
  { name: 'texts', validate: 'texts(address)', otherwise: 'wrong-type' },
  {
    name: 'country',
    validate: "address.countryCode = null or matches(address.countryCode, '^[A-Z]{2}$')",
    otherwise: 'country',
  },
  { name: 'store', call: 'store', with: 'address', as: 'stored' },
  { name: 'updated', map: 'updated', as: 'result' },
  { name: 'respond', respond: 200, body: 'result', policy: 'private' },
];
const order: Step[] = [
  { name: 'isin', validate: "matches(body.isin, '^[A-Z]{2}[A-Z0-9]{9}[0-9]$')", otherwise: 'wrong-type' },
  { name: 'side', validate: "body.side = 'buy' or body.side = 'sell'", otherwise: 'wrong-type' },
  { name: 'amount', validate: 'number(body.amount)', otherwise: 'wrong-type' },
  { name: 'bounds', decide: 'bounds', as: 'bounds' },
  { name: 'in-bounds', validate: "bounds = 'accept'", otherwise: 'bounds' },
  { name: 'order', map: 'order', as: 'result' },
  { name: 'respond', respond: 201, body: 'result', policy: 'private' },
];
const tokenDesk: Step[] = [
  { name: 'media', validate: "mediaType() = 'application/json'", otherwise: 'invalid_request' },
  { name: 'read', call: 'reader', as: 'read', otherwise: 'invalid_request' },
  { name: 'body', set: 'read.value', as: 'body' },
  { name: 'body-form', validate: 'object(body)', otherwise: 'invalid_request' },
  { name: 'id', validate: 'text(body.client_id)', otherwise: 'invalid_request' },
  { name: 'secret', validate: 'text(body.client_secret)', otherwise: 'invalid_request' },
  { name: 'grant', validate: "body.grant_type = 'client_credentials'", otherwise: 'unsupported_grant_type' },
  { name: 'audience', validate: 'body.audience = identity.audience', otherwise: 'invalid_target' },
  { name: 'client', call: 'clients', with: 'body.client_id', as: 'client' },
  { name: 'known', validate: 'client <> null and client.secret = body.client_secret', otherwise: 'invalid_client' },
  { name: 'issue', call: 'issue', with: 'client', as: 'issued' },
  { name: 'answer', map: 'token', as: 'result' },
  { name: 'respond', respond: 200, body: 'result', policy: 'token' },
];

const flow = (name: string, method: string, path: string, steps: Step[], refusal = 'error'): Flow => ({
  name,
  method,
  path: new RegExp(`^${path}$`),
  refusal,
  steps: steps.map((step) => ({ ...step })),
});

export function application(): Platform {
  const platform = new Platform();
  const scope: Step = {
    name: 'scope',
    validate: "has(words(token.claims.scope), 'service:nbg')",
    otherwise: 'no-scope',
  };
  platform.functions = functions();
  platform.flows = [
    flow('token', 'POST', '/identity/token', tokenDesk, 'oauth'),
    flow('keys', 'GET', '/identity/keys', [
      { name: 'respond', respond: 200, body: 'identity.keySet', policy: 'public' },
    ]),
    flow('guides', 'GET', '/m2m/learn/learning-guides', [...token, scope, ...user, ...shown('guides', 'listing')]),
    flow('guide', 'GET', '/m2m/learn/learning-guides/([^/]*)', [
      ...token,
      { name: 'id', validate: "matches(id, '^[a-fA-F0-9]{24}$')", otherwise: 'malformed-guide' },
      { name: 'load', call: 'guide', with: 'id', as: 'result', otherwise: 'unknown-guide' },
      { name: 'respond', respond: 200, body: 'result', policy: 'private' },
    ]),
    flow('insights', 'GET', '/m2m/learn/analyst-insights', [...token, ...user, ...shown('insights')]),
    flow('cash', 'GET', '/m2m/cash', [...token, ...user, ...shown('cash')]),
    flow('portfolios', 'GET', '/m2m/portfolios', [...token, ...user, ...shown('portfolios')]),
    flow('summaries', 'GET', '/m2m/daily-summaries', [
      ...token,
      ...user,
      { name: 'consent', validate: 'user.denied <> true', otherwise: 'denied' },
      ...shown('summaries'),
    ]),
    flow('notifications', 'GET', '/m2m/b2b/notification-settings', [...token, ...user, ...shown('notifications')]),
    flow('address', 'PATCH', '/m2m/users/me/address', [...token, ...user, ...body, ...address]),
    flow('read-back', 'GET', '/m2m/users/me/address', [...token, ...user, ...shown('address')]),
    flow('orders', 'POST', '/m2m/api/m2m/investments/orders', [...token, ...user, ...body, ...order]),
  ];
  platform.policies = {
    private: { 'cache-control': 'private, no-store' },
    refusal: { 'cache-control': 'no-store' },
    token: { 'cache-control': 'no-store' },
    public: { 'cache-control': 'public, max-age=60' },
    listing: { 'cache-control': 'private, max-age=1800', vary: 'x-user-id, authorization' },
  };
  const challenge = { 'www-authenticate': 'Bearer realm="atrium"' };
  platform.refusals = {
    'no-token': { status: 401, message: 'A bearer token is needed', headers: challenge },
    'bad-token': { status: 401, message: 'The bearer token is not valid', headers: challenge },
    'no-scope': { status: 403, message: 'The token lacks the scope' },
    'malformed-user': { status: 400, message: 'x-user-id has another form' },
    'unknown-user': { status: 401, message: 'User not found', headers: challenge },
    denied: { status: 403, message: 'Access denied' },
    'malformed-guide': { status: 400, message: 'The id of a guide has another form' },
    'unknown-guide': { status: 404, message: 'There is no such guide' },
    'media-type': { status: 415, message: 'Bodies are application/json' },
    unreadable: { status: 400, message: 'The body is no JSON' },
    'wrong-form': { status: 400, message: 'The body has another form' },
    'wrong-type': { status: 422, message: 'A member of the body has another type' },
    country: { status: 422, message: 'The country code has another form' },
    bounds: { status: 422, message: 'The amount is out of bounds' },
    'too-large': { status: 413, message: 'The body is too large' },
    'no-route': { status: 404, message: 'There is nothing at this path' },
    'no-method': { status: 405, message: 'The path has no such method' },
    technical: { status: 500, message: 'A step failed' },
    invalid_request: { status: 400, message: 'The token request has another form' },
    unsupported_grant_type: { status: 400, message: 'The grant is not supported' },
    invalid_target: { status: 400, message: 'The audience is not known' },
    invalid_client: { status: 401, message: 'The client is not known', headers: challenge },
  };
  platform.mappings = {
    error: { status: 'refusal.status', error: 'errorOf(refusal)', responseId: 'uuid()' },
    oauth: { error: 'refusal.kind', error_description: 'refusal.message' },
    updated: { updated: 'true' },
    order: { orderId: 'uuid()', isin: 'body.isin', side: 'body.side', amount: 'body.amount', state: "'received'" },
    token: {
      access_token: 'issued.token',
      token_type: "'Bearer'",
      expires_in: 'issued.seconds',
      scope: 'issued.scope',
    },
    errorOf: { message: 'refusal.message', description: 'refusal.detail' },
  };
  platform.functions['errorOf'] = (s, refusal) => platform.map('errorOf', { ...s, refusal });
  platform.functions['texts'] = (_s, value) => {
    const { postalCode, ...others } = value as Record<string, unknown>;
    const texts = ['line1', 'line2', 'city', 'countryCode'].every(
      (name) => [undefined, null].includes(others[name] as null) || typeof others[name] === 'string',
    );
    return texts && (postalCode == null || ['string', 'number'].includes(typeof postalCode));
  };
  platform.tables = {
    verdict: [
      { when: 'token.claims <> null', gives: 'let-in' },
      { when: 'true', gives: 'refuse' },
    ],
    bounds: [
      { when: 'body.amount > 0', gives: 'accept' },
      { when: 'true', gives: 'refuse' },
    ],
    mood: [
      { when: 'score >= 75', gives: 'optimal' },
      { when: 'score >= 50', gives: 'steady' },
      { when: 'true', gives: 'weak' },
    ],
  };
  return platform;
}
