import { describe, expect, test } from 'vitest';
import type { Answered, Bound, Exchange, Judgement, Request } from '../../engine/index.ts';
import { concat, symbol } from '../../engine/index.ts';
import { judgeExpiryClaim, judgeIssued } from '../../suites/authentication/token-answer.ts';
import { judgeNoToken, judgeRefusalStatus } from '../../suites/authentication/token-refusals.ts';
import { judgeMissing as judgeMissingToken } from '../../suites/every-endpoint/auth.ts';
import { judgeForged } from '../../suites/every-endpoint/auth-forged.ts';
import { judgeBeforeEffects } from '../../suites/every-endpoint/auth-refusals.ts';
import { saysUserNotFound } from '../../suites/every-endpoint/not-found-message.ts';
import { judgeSufficient, judgeWithoutScope } from '../../suites/every-endpoint/scope.ts';
import {
  judgeMalformedStatus,
  judgeMissing as judgeMissingUser,
  judgeUnknownMessage,
} from '../../suites/every-endpoint/user.ts';

interface Given {
  readonly request?: Partial<Request>;
  readonly headers?: Answered['answer']['headers'];
  readonly claims?: Record<string, unknown>;
}

function answered(status: number, body: unknown = apiError(status, 'refused'), given: Given = {}): Answered {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const request: Request = { origin: 'api', method: 'GET', path: '/x', headers: [], wire: 'http', ...given.request };
  return {
    key: { requirement: 'a/b', endpoint: 'GET /x', index: 0, step: 'case', attempt: 0 },
    request,
    sentAt: 0,
    endedAt: 0,
    facts: {
      echoes: [],
      tokens: given.claims ? { 'token:scoped': { form: 'jws', header: {}, claims: given.claims } } : {},
    },
    answer: {
      status,
      httpVersion: '1.1',
      headers: [['Content-Type', 'application/json'], ...(given.headers ?? [])],
      body: { size: text.length, text },
    },
  };
}

function apiError(status: number, message: string) {
  return { status, error: { message, description: null }, responseId: '3f2b8c1e-5d47-4a9b-8c6d-0e1f2a3b4c5d' };
}

const kind = ({ kind: which }: Judgement) => which;
const cause = (judgement: Judgement) => (judgement.kind === 'violated' ? judgement.cause : judgement.kind);

describe('auth/forged', () => {
  const sent = (forge: string): Given => ({
    request: { headers: [['Authorization', concat('Bearer ', symbol('token:scoped', forge))]] },
  });

  test('the cause is what the server does not do, not the forgery', () => {
    expect(kind(judgeForged(answered(401)))).toBe('held');
    expect(kind(judgeForged(answered(500)))).toBe('unanswered');
    expect(cause(judgeForged(answered(200, {}, sent('alg-none:None'))))).toBe(
      'a token without a signature is accepted',
    );
    expect(cause(judgeForged(answered(200, {}, sent('signature-emptied'))))).toBe(
      'a token without a signature is accepted',
    );
    expect(cause(judgeForged(answered(200, {}, sent('payload-altered'))))).toMatch(/signature does not verify/);
    expect(cause(judgeForged(answered(403, undefined, sent('payload-altered'))))).toMatch(/another status than 401/);
  });
});

describe('what belongs into a header, and stands elsewhere', () => {
  const inCookie = (of: string): Given => ({ request: { headers: [['Cookie', concat('a=', symbol(of))]] } });
  const [token, user] = [inCookie('token:scoped'), inCookie('user:first')];

  test.each([
    [
      200,
      'a token is taken from elsewhere than the Authorization header',
      'the user is taken from elsewhere than x-user-id',
    ],
    [400, 'held', 'held'],
    [302, 'held', 'held'],
    [401, 'held', 'held'],
    [500, 'unanswered', 'unanswered'],
  ])('%i', (status, ofToken, ofUser) => {
    const body = status === 200 ? {} : undefined;
    expect(cause(judgeMissingToken(answered(status, body, token)))).toBe(ofToken);
    expect(cause(judgeMissingUser(answered(status, body, user)))).toBe(ofUser);
  });

  test('a refusal with a status of success lets nobody in', () => {
    expect(cause(judgeMissingToken(answered(200, apiError(401, 'no'), token)))).toBe('held');
    expect(cause(judgeMissingUser(answered(200, apiError(400, 'no'), user)))).toBe('held');
  });

  test('a parameter that nobody knows may be refused first, and not with a 403', () => {
    const inQuery: Given = { request: { path: ['/x?token=', { symbol: 'token:scoped', forge: 'url' }] } };
    const causes = [400, 422, 401, 403, 200].map((status) =>
      cause(judgeMissingToken(answered(status, undefined, inQuery))),
    );
    expect(causes.slice(0, 3)).toEqual(['held', 'held', 'held']);
    expect(causes[3]).toMatch(/another status than 401/);
    expect(causes[4]).toMatch(/is accepted/);
  });

  test('where it stands nowhere, another status than 401 is none', () => {
    expect(cause(judgeMissingToken(answered(400)))).toMatch(/another status than 401/);
    expect(cause(judgeMissingUser(answered(302, {})))).toBe('a request without x-user-id is accepted');
  });
});

describe('auth/before-effects', () => {
  test.each([
    ['an ApiError', apiError(401, 'no')],
    ['empty and null members', { ...apiError(401, 'no'), data: [], app: null, email: [] }],
    ['an object about the error', { ...apiError(401, 'no'), data: { traceId: 'x', timestamp: 1 } }],
    ['a text', { ...apiError(401, 'no'), email: 'support@example.org', data: 'none' }],
    ['a list of messages', { ...apiError(401, 'no'), data: [{ code: 1, message: 'no' }, 'no'] }],
    ['what was required', { ...apiError(401, 'no'), data: { requiredScopes: ['a'], retryable: true } }],
    ['the build', { ...apiError(401, 'no'), app: { name: 'api', build: '1.2' }, email: { support: 'a@b.c' } }],
    ['no JSON', '<h1>401</h1>'],
  ])('%s is no user data', (_name, body) => {
    expect(kind(judgeBeforeEffects(answered(401, body)))).toBe('held');
  });

  test.each([
    ['summaries', { ...apiError(401, 'no'), data: [{ chartLabel: 'Mon', portfolio: {} }] }],
    ['settings', { ...apiError(401, 'no'), app: [{ category: 'Activity', notifications: [] }] }],
    ['balances', { data: { currency: 'EUR', available: 12 } }],
  ])('%s are', (_name, body) => {
    expect(kind(judgeBeforeEffects(answered(401, body)))).toBe('violated');
  });
});

describe('scope', () => {
  const lost = { ...answered(200), answer: { lost: 'closed', detail: '' } } as unknown as Exchange;

  test.each([
    [403, true, 'held'],
    [403, false, 'held'],
    [200, true, 'violated'],
    [200, false, 'violated'],
    [401, true, 'violated'],
    [404, true, 'violated'],
    // Nothing accepted the token: the user may be unknown to that client.
    [401, false, 'unanswered'],
    [404, false, 'unanswered'],
    [500, true, 'unanswered'],
    [503, true, 'unanswered'],
    [429, true, 'unanswered'],
  ] as const)('%i, known elsewhere %s: %s', (status, isKnown, expected) => {
    expect(kind(judgeWithoutScope(answered(status), isKnown))).toBe(expected);
  });

  test('a silence proves nothing, and a pass without a witness says so', () => {
    expect(kind(judgeWithoutScope(lost, true))).toBe('unanswered');
    expect(judgeWithoutScope(answered(403), false)).toMatchObject({ note: expect.stringContaining('not isolated') });
  });

  test('only 401 and 403 of a good token are scope/guides-sufficient', () => {
    expect(kind(judgeSufficient(answered(200, {})))).toBe('held');
    expect(kind(judgeSufficient(answered(403)))).toBe('violated');
    expect(kind(judgeSufficient(answered(404)))).toBe('unanswered');
    expect(kind(judgeSufficient(answered(401, apiError(401, 'User not found'))))).toBe('unanswered');
  });
});

describe('a message that says that the user was not found', () => {
  test.each([
    'User not found',
    'The user was not found.',
    'USER_NOT_FOUND',
    'userNotFound',
    'Unknown user',
    'No such user',
    "The user doesn't exist",
    'User 5f8d does not exist',
    'x-user-id: user could not be found',
    'Customer is not registered',
    'Could not find user',
    "Couldn't find User with 'id'=000000000000000000000000",
    'User cannot be found',
    'Cannot find user 0000',
    'Unable to find user with id 5e9c',
    'Failed to find user',
    'No matching user',
    'No platform user has this id',
    'No platform user with id 5e9c',
    'No registered user for x-user-id',
    'There is no active user with id 0',
    'There are no users with this id',
    'No record of user 000',
    'No entity found for user',
    'No value present for user',
    'The user isn\u2019t registered',
    "The user isn't registered",
    'User (000) not yet registered',
    'x-user-id does not match any user',
    'x-user-id does not identify an existing user',
    'x-user-id is not a known user',
    'x-user-id does not match a user',
    'User with the given id could not be located',
    'User is not present',
    'The user no longer exists',
    'The user was never created',
    'Nonexistent user',
    'Member not found',
    'The user is not in our system',
    'The user with this id is not in our system',
    'The user is not on file',
    'This user does not appear in our records',
    'The user does not match our records',
    'There is nobody with this user id',
    'No one is known by this user id',
    'The user does not have an account here',
    'The given user id does not correspond to anyone',
    'This user id is not valid for any account',
    'x-user-id is not associated with any user',
    'The user has not been created',
    'The user has yet to be created',
    'The requested user could not be retrieved',
    'The user is not available with this id',
    'The user has been removed or was never here',
    'The user could not be identified',
    'The user could not be resolved from x-user-id',
    'Failed to retrieve the user',
    'Could not load user',
    'We do not know this user',
    'We do not have a user with this id',
    'That is not one of our users',
    'None of our users has this id',
    'Nothing was found for this user',
    'The user lookup returned nothing',
    'Found 0 users with this id',
    'This user id is not in use',
    'This user id has not been assigned',
    'The user is unidentified',
    'Consumer not found',
  ])('%s', (message) => {
    expect(saysUserNotFound(answered(401, apiError(401, message)))).toBe(true);
  });

  test.each([
    'Unauthorized',
    'Bearer token missing',
    'Access denied',
    'User is blocked',
    'User is not authorized',
    'The user could not be authenticated',
    'You have no permission for this user',
    'No access to user accounts; request denied',
    'Route not found',
    'Invalid user',
    'The user credentials are invalid',
    'User credentials could not be retrieved',
    'The user does not have access',
    'You do not have any user rights',
    'You do not have a user permission for this',
    'The user does not appear to be authorized',
    'The user is not allowed on this platform',
    'The account is not in good standing',
    'The token does not match the user',
    'The user is not assigned to this client',
    'The user is not assigned to any role',
    'Access is not available for this user',
    'The user service is not available',
    'Unable to retrieve user permissions',
    'THE USER IDENTIFIED BY 5f8d0000000000000000000a',
    'The user request could not be processed',
    'x-user-id is malformed.',
    'x-user-id is missing.',
    'The x-user-id header was missing',
    'sql: no rows in result set',
    'No such file or directory',
    'RecoveryRejection(Region(accounts),0,None)',
    "'5f8d0000000000000000000a'",
    'ATR-1042',
    'Client.Subject',
    'SEC_SUBJECT',
  ])('not: %s', (message) => {
    expect(saysUserNotFound(answered(401, apiError(401, message)))).toBe(false);
    expect(kind(judgeUnknownMessage(answered(401, apiError(401, message))))).toBe('violated');
  });

  test.each([
    'Benutzer nicht gefunden',
    'Utilisateur introuvable',
    'Error: usuario no encontrado',
    'Käyttäjää ei löydy',
    'User nicht gefunden',
    'x-user-id 5f8d0000000000000000000a: ukendt bruger',
    '用户5f8d0000000000000000000a不存在',
    'ukendt bruger i konto.bruger',
    'konto.bruger er ukendt',
    'Käyttäjää ei löydy: access',
  ])('may be said in another language: %s', (message) => {
    expect(kind(judgeUnknownMessage(answered(401, apiError(401, message))))).toBe('observed');
  });

  test.each([
    '#N/A',
    'Subgraph errors redacted',
    'null',
    ' undefined ',
    'NaN',
    '[object Object]',
    'E-4711',
    'a: b',
    '401',
    'konto.bruger.ukendt',
    'konto::bruger',
    '5f8d0000000000000000abcd',
  ])('is no message in any language: %s', (message) => {
    expect(kind(judgeUnknownMessage(answered(401, apiError(401, message))))).toBe('violated');
  });

  test('is not said in English with signs beyond ASCII', () => {
    expect(kind(judgeUnknownMessage(answered(401, apiError(401, 'Access denied – “blocked”'))))).toBe('violated');
  });

  test('may be a single sign of another script', () => {
    expect(kind(judgeUnknownMessage(answered(401, apiError(401, '無'))))).toBe('observed');
  });

  test('is looked for in a refusal that has a message only', () => {
    expect(kind(judgeUnknownMessage(answered(200, {})))).toBe('unanswered');
    expect(kind(judgeUnknownMessage(answered(401, '<h1>')))).toBe('unanswered');
    expect(kind(judgeUnknownMessage(answered(401, apiError(401, 'User not found'))))).toBe('held');
  });
});

test('user/malformed-status is observed until it is pinned', () => {
  const bound = (malformedUserStatus?: number) => ({ profile: { malformedUserStatus } }) as unknown as Bound;
  expect(judgeMalformedStatus(answered(422), undefined, bound())).toMatchObject({ kind: 'observed', value: '422' });
  expect(kind(judgeMalformedStatus(answered(422), undefined, bound(422)))).toBe('held');
  expect(kind(judgeMalformedStatus(answered(400), undefined, bound(422)))).toBe('violated');
  expect(kind(judgeMalformedStatus(answered(200), undefined, bound(422)))).toBe('unanswered');
});

describe('token', () => {
  const good = { access_token: '{{token:scoped}}', token_type: 'Bearer', expires_in: 3600, scope: 'service:nbg' };
  const has = (token: boolean) => ({ facts: { tokens: token ? { 'token:scoped': {} } : {} } }) as unknown as Bound;
  const judged = (body: unknown, status = 200, issuedElsewhere = true) =>
    judgeIssued(answered(status, body), has(issuedElsewhere));

  test('issued: the members of the stated types, and the narrower rows their values', () => {
    expect(kind(judged(good))).toBe('held');
    expect(kind(judged({ ...good, scope: '', token_type: 'mac', expires_in: -1.5 }))).toBe('held');
    expect(cause(judged({ ...good, scope: ['service:nbg'] }))).toBe('scope is missing or no string');
    expect(cause(judged({ ...good, access_token: undefined }))).toBe('access_token is missing or no string');
    for (const seconds of [undefined, null, '3600', [3600]])
      expect(cause(judged({ ...good, expires_in: seconds }))).toBe('expires_in is missing or no number');
    expect(cause(judged([good]))).toBe('the answer is no JSON object');
  });

  test('issued: a refusal counts only where the credentials are known to be good', () => {
    expect(kind(judged({ error: 'invalid_client' }, 401, false))).toBe('unanswered');
    expect(kind(judged({ error: 'invalid_request' }, 400, true))).toBe('violated');
    expect(kind(judged({}, 500, true))).toBe('unanswered');
  });

  const dated = (exp: unknown, date: string | undefined, seconds: unknown = 3600) =>
    judgeExpiryClaim(
      answered(
        200,
        { ...good, expires_in: seconds },
        {
          request: { origin: 'token', yields: 'token:scoped' },
          claims: exp === undefined ? {} : { exp },
          ...(date === undefined ? {} : { headers: [['Date', date]] }),
        },
      ),
    );
  const date = 'Sat, 21 Nov 2026 06:00:00 GMT';
  const at = Date.parse(date) / 1000;

  test('expiry-claim: against the Date of the answer, give or take a minute', () => {
    expect(kind(dated(at + 3600, date))).toBe('held');
    expect(kind(dated(at + 3540, date))).toBe('held');
    expect(kind(dated(at + 3539, date))).toBe('violated');
    expect(kind(dated((at + 3600) * 1000, date))).toBe('violated');
    expect(kind(dated(undefined, date))).toBe('violated');
    expect(kind(dated(at + 3600, undefined))).toBe('unanswered');
    expect(kind(dated(at + 3600, date, '3600'))).toBe('unanswered');
  });

  test('negatives: what counts is whether a token is there, the status is for token/refusal-status', () => {
    expect(kind(judgeNoToken(answered(200, { error: 'invalid_client' }), ''))).toBe('held');
    expect(kind(judgeNoToken(answered(200, { access_token: null }), ''))).toBe('held');
    expect(kind(judgeNoToken(answered(401, { access_token: '{{token:x}}' }), ''))).toBe('violated');
    expect(kind(judgeNoToken(answered(500), ''))).toBe('unanswered');
    expect(kind(judgeRefusalStatus(answered(200, { error: 'invalid_client' })))).toBe('violated');
    expect(kind(judgeRefusalStatus(answered(302, '')))).toBe('violated');
    expect(kind(judgeRefusalStatus(answered(400)))).toBe('held');
  });
});
