import { leaking } from '../../../fixtures/faults/parts/leaking.ts';
import { rewritten } from '../../../fixtures/faults/parts/rewritten.ts';
import { type Compose, composed, override } from '../../../fixtures/reference/index.ts';
import { body, type Deceit, doubted, field, found, spared, theToken, tokenRefusals } from './deceit.ts';

type Members = Readonly<Record<string, unknown>>;

const answer = (change: (members: Members) => unknown): Compose =>
  body(theToken, (text) => JSON.stringify(change(JSON.parse(text) as Members)));
const claims = (change: (members: Members) => Members): Compose =>
  override(
    'tokenClaims',
    (original) =>
      (...given) =>
        change(original(...given)) as ReturnType<typeof original>,
  );
/** The token with other parts, which the API does not take then: only what the answer says is judged. */
const token = (change: (header: string, payload: string, signature: string) => string): Compose =>
  answer(({ access_token, ...members }) => {
    const [header = '', payload = '', signature = ''] = String(access_token).split('.');
    return { ...members, access_token: change(header, payload, signature) };
  });
const coded = (text: string) => Buffer.from(text).toString('base64url');
const text = (part: string) => Buffer.from(part, 'base64url').toString();
const said = (value: unknown, status = 400) => leaking((jwt) => Response.json(fill(value, jwt), { status }));
const fill = (value: unknown, jwt: string): unknown => JSON.parse(JSON.stringify(value).replaceAll('JWT', jwt));
const refused = ['token/bad-credentials', 'token/refusal-status'];

/** What token endpoints pretend. `token-in-refusals` has faults of the same kind. */
export const tokens: readonly Deceit[] = [
  found(
    'token/issued',
    '200 with an error',
    body(theToken, () => '{"error":"invalid_client"}'),
  ),
  found(
    'token/issued',
    'the token in token',
    answer(({ access_token, ...members }) => ({ ...members, token: access_token })),
  ),
  found(
    'token/issued',
    'the token in id_token',
    answer(({ access_token, ...members }) => ({ ...members, id_token: access_token })),
  ),
  found(
    'token/issued',
    'the answer in data',
    answer((members) => ({ data: members })),
  ),
  found(
    'token/issued',
    'the answer in a list',
    answer((members) => [members]),
  ),
  found(
    'token/issued',
    'an empty access_token beside token',
    answer((members) => ({ ...members, access_token: '', token: members['access_token'] })),
  ),
  found(
    'token/type-bearer-case',
    'token_type BEARER',
    answer((members) => ({ ...members, token_type: 'BEARER' })),
  ),
  found(
    'token/type-bearer',
    'token_type Bearer with a space',
    answer((members) => ({ ...members, token_type: 'Bearer ' })),
  ),
  spared(
    'further members are to be ignored (RFC 6749 section 5.1)',
    ['token/issued', 'token/jwt'],
    'an error beside the token',
    answer((members) => ({ ...members, error: 'invalid_client' })),
  ),
  found(
    'scope/guides-sufficient',
    'a scope that was not granted',
    composed(
      claims((members) => ({ ...members, scope: 'openid' })),
      answer((members) => ({ ...members, scope: 'openid service:nbg' })),
    ),
  ),
  found(
    'token/scope-withheld',
    'the scope for everybody',
    answer((members) => ({ ...members, scope: 'service:nbg' })),
  ),
  found(
    'token/scope-granted',
    'a scope that begins alike',
    answer((members) => ({ ...members, scope: 'service:nbg.read xservice:nbg' })),
  ),
  ...['none', 'None', 'nOnE'].map((alg) =>
    found(
      'token/jwt',
      `alg ${alg}`,
      token((_header, payload, signature) => `${coded(`{"alg":"${alg}"}`)}.${payload}.${signature}`),
    ),
  ),
  found(
    'token/jwt',
    'no signature',
    token((header, payload) => `${header}.${payload}.`),
  ),
  found(
    'token/jwt',
    'a payload that is a list',
    token((header, _payload, signature) => `${header}.${coded('[]')}.${signature}`),
  ),
  found(
    'token/jwt',
    'padded base64url',
    token((header, payload, signature) => `${header}.${payload}==.${signature}`),
  ),
  found(
    'token/expiry-claim',
    'exp as text',
    token(
      (header, payload, signature) =>
        `${header}.${coded(text(payload).replace(/"exp":(\d+)/, '"exp":"$1"'))}.${signature}`,
    ),
  ),
  found(
    'token/expiry-claim',
    'exp 1e400',
    token(
      (header, payload, signature) =>
        `${header}.${coded(text(payload).replace(/"exp":\d+/, '"exp":1e400'))}.${signature}`,
    ),
  ),
  found(
    'token/expiry-claim',
    'exp twice, the last one wrong',
    token((header, payload, signature) => `${header}.${coded(text(payload).replace('}', ',"exp":1}'))}.${signature}`),
  ),
  spared(
    'the last one counts (RFC 7519 section 4)',
    ['token/jwt', 'token/expiry-claim'],
    'exp twice, the first one wrong',
    token((header, payload, signature) => `${header}.${coded(text(payload).replace('{', '{"exp":1,'))}.${signature}`),
  ),
  doubted(
    'guides/ok',
    'a token of 30 KB, which no request can carry',
    claims((members) => ({ ...members, groups: 'x'.repeat(22_000) })),
  ),

  found('token/bad-credentials', 'refused, with a token', said({ error: 'invalid_client', access_token: 'JWT' })),
  found('token/bad-credentials', 'refused, with a token in a list', said([{ access_token: 'JWT' }])),
  found(
    'token/bad-credentials',
    'refused, with a token below',
    said({ error: { hint: { legacy: { access_token: 'opaque' } } } }),
  ),
  found('token/bad-credentials', 'refused, with accessToken', said({ error: 'invalid_client', accessToken: 'JWT' })),
  found('token/bad-credentials', 'refused, with token', said({ error: 'invalid_client', token: 'Bearer JWT' }, 401)),
  found(
    'token/bad-credentials',
    'refused, with JSON in text',
    said({ error: 'x', error_description: '{"access_token":"JWT"}' }),
  ),
  found(
    'token/bad-credentials',
    'refused, with a token as the whole body',
    leaking((jwt) => new Response(jwt, { status: 401 })),
  ),
  found(
    'token/bad-credentials',
    'refused, with a comma too many',
    leaking((jwt) => new Response(`{"access_token":"${jwt}",}`, { status: 401 })),
  ),
  found(
    'token/bad-credentials',
    'refused, with a form',
    leaking((jwt) => new Response(`token_type=bearer&access_token=${jwt.slice(-30)}`, { status: 400 })),
  ),
  found(
    'token/bad-credentials',
    'redirected with a token',
    leaking((jwt) => new Response(null, { status: 302, headers: { Location: `/cb#state=1&access_token=${jwt}` } })),
  ),
  spared(
    'a cookie of a session may be a JWT',
    refused,
    'refused, with a JWT as a cookie',
    rewritten(tokenRefusals, ({ fields }) => ({
      fields: [
        ...fields,
        [
          'Set-Cookie',
          `sid=${coded('{"alg":"HS256"}')}.${coded('{"sid":"0123456789"}')}.${coded('signature-signature')}`,
        ],
      ],
    })),
  ),
  spared(
    'null and empty are none',
    refused,
    'refused, with access_token null',
    body(tokenRefusals, () => '{"error":"invalid_client","access_token":null,"legacy":{"access_token":""}}'),
  ),
  spared(
    'a message may speak of tokens',
    refused,
    'refused, with a message about access_token',
    body(
      tokenRefusals,
      () => '{"error":"invalid_client","error_description":"no access_token: client unknown","csrf_token":"abc"}',
    ),
  ),
  spared(
    'an error of the provider is no ApiError',
    refused,
    'refused with a page',
    field(tokenRefusals, 'Content-Type', 'text/html'),
  ),
];
