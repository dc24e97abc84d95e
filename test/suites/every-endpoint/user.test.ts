import { describe, expect, test } from 'vitest';
import { emptyProfile } from '../../../engine/index.ts';
import { saysUserNotFound } from '../../../suites/every-endpoint/not-found-message.ts';
import {
  judgeMalformedStatus,
  judgeUnknownMessage,
  user,
} from '../../../suites/every-endpoint/user.ts';
import { inWords } from '../../in-words.ts';
import { answered, type Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { boundTo } from '../asking.ts';
import { checkOf } from '../recorded.ts';
import { saidBy } from '../said.ts';

/** Messages between vertical bars. */
const messages = (text: string) => text.trim().split(/\s*\|\s*/);
const refusal = (message: string) => answered(apiError(401, message));
const kindOf = (message: string) => judgeUnknownMessage(refusal(message)).kind;

const notFound = messages(`
  User not found | The user was not found. | USER_NOT_FOUND | userNotFound | Unknown user | No such user
  | The user doesn't exist | User 5f8d does not exist | x-user-id: user could not be found
  | Customer is not registered | Could not find user | Couldn't find User with 'id'=000000000000000000000000
  | User cannot be found | Cannot find user 0000 | Unable to find user with id 5e9c | Failed to find user
  | No matching user | No platform user has this id | No platform user with id 5e9c
  | No registered user for x-user-id | There is no active user with id 0 | There are no users with this id
  | No record of user 000 | No entity found for user | No value present for user | The user isn’t registered
  | The user isn't registered | User (000) not yet registered | x-user-id does not match any user
  | x-user-id does not identify an existing user | x-user-id is not a known user | x-user-id does not match a user
  | User with the given id could not be located | User is not present | The user no longer exists
  | The user was never created | Nonexistent user | Member not found | The user is not in our system
  | The user with this id is not in our system | The user is not on file | This user does not appear in our records
  | The user does not match our records | There is nobody with this user id | No one is known by this user id
  | The user does not have an account here | The given user id does not correspond to anyone
  | This user id is not valid for any account | x-user-id is not associated with any user
  | The user has not been created | The user has yet to be created | The requested user could not be retrieved
  | The user is not available with this id | The user has been removed or was never here
  | The user could not be identified | The user could not be resolved from x-user-id | Failed to retrieve the user
  | Could not load user | We do not know this user | We do not have a user with this id
  | That is not one of our users | None of our users has this id | Nothing was found for this user
  | The user lookup returned nothing | Found 0 users with this id | This user id is not in use
  | This user id has not been assigned | The user is unidentified | Consumer not found | USER__NOT__FOUND
  | user-not-found | There is no such customer
`);
const otherwise = messages(`
  Unauthorized | Bearer token missing | Access denied | User is blocked | User is not authorized
  | The user could not be authenticated | You have no permission for this user
  | No access to user accounts; request denied | Route not found | Invalid user | The user credentials are invalid
  | User credentials could not be retrieved | The user does not have access | You do not have any user rights
  | You do not have a user permission for this | The user does not appear to be authorized
  | The user is not allowed on this platform | The account is not in good standing
  | The token does not match the user | The user is not assigned to this client
  | The user is not assigned to any role | Access is not available for this user | The user service is not available
  | Unable to retrieve user permissions | THE USER IDENTIFIED BY 5f8d0000000000000000000a
  | The user request could not be processed | x-user-id is malformed. | x-user-id is missing.
  | The x-user-id header was missing | sql: no rows in result set | No such file or directory
  | RecoveryRejection(Region(accounts),0,None) | '5f8d0000000000000000000a' | ATR-1042 | Client.Subject
  | SEC_SUBJECT | Not found | The user is blocked
`);
const foreign = messages(`
  Benutzer nicht gefunden | Utilisateur introuvable | Error: usuario no encontrado | Käyttäjää ei löydy
  | User nicht gefunden | x-user-id 5f8d0000000000000000000a: ukendt bruger | 用户5f8d0000000000000000000a不存在
  | ukendt bruger i konto.bruger | konto.bruger er ukendt | Käyttäjää ei löydy: access | 無
`);
const noMessages = messages(`
  #N/A | Subgraph errors redacted | null | NaN | [object Object] | E-4711 | a: b | 401
  | konto.bruger.ukendt | konto::bruger | 5f8d0000000000000000abcd | Access denied – “blocked”
`);

test.each(notFound)('says that the user was not found: %s', (message) => {
  expect(saysUserNotFound(refusal(message))).toBe(true);
  expect(kindOf(message)).toBe('pass');
});

test.each(otherwise)('does not say that the user was not found: %s', (message) => {
  expect(saysUserNotFound(refusal(message))).toBe(false);
  expect(kindOf(message)).toBe('fail');
});

test.each(foreign)('may say in another language that the user was not found: %s', (message) => {
  expect(kindOf(message)).toBe('observed');
});

test.each([...noMessages, ' undefined '])('is not a message in another language: %s', (message) => {
  expect(kindOf(message)).toBe('fail');
});

test.each([[7], [undefined], [null], [['User not found']]])(
  'a message that is %j is not recognised',
  (message) => {
    expect(saysUserNotFound(answered({ status: 401, body: { error: { message } } }))).toBe(false);
  },
);

describe('user/unknown-message is not judged', () => {
  test.each<[string, Given]>([
    ['on a success', { body: apiError(401, 'User not found').body }],
    ['without JSON', { status: 401, body: '<h1>' }],
    ['without a message', { status: 401, body: { error: {} } }],
    ['with a blank message', apiError(401, '  ')],
  ])('%s', (_what, given) => {
    expect(judgeUnknownMessage(answered(given)).kind).toBe('inconclusive');
  });
});

test.each([
  [{ kind: 'observed', value: '422' }, 422, undefined],
  [{ kind: 'pass' }, 422, 422],
  [{ kind: 'fail' }, 400, 422],
  [{ kind: 'inconclusive' }, 200, 422],
])(
  'user/malformed-status: %j for %i if the profile pins %s',
  (expected, status, malformedUserStatus) => {
    const profile = { ...emptyProfile, ...(malformedUserStatus && { malformedUserStatus }) };
    expect(
      inWords(judgeMalformedStatus(answered({ status }), undefined, boundTo('cash', { profile }))),
    ).toMatchObject(expected);
  },
);

test.each([
  [
    'user/unknown-message',
    apiError(401, 'Denied'),
    ['an error.message such as "User not found"', /^"Denied" \(401 application\/json: \{/],
  ],
  ['user/unknown-summaries', apiError(404), ['status 401', /^404 application\/json: \{/]],
  ['user/malformed-status', apiError(404), ['status 422', /^404 application\/json: \{/]],
] as const)('%s says what was expected and what came', (id, given, [expected, actual]) => {
  const requirement = checkOf(user, id);
  const came = answered(given);
  const profile = { ...emptyProfile, malformedUserStatus: 422 };
  const judgement = requirement.judge(came, undefined, boundTo('summaries', { profile }));
  expect(saidBy(requirement, judgement, came)).toMatchObject({
    expected,
    actual: expect.stringMatching(actual),
  });
});
