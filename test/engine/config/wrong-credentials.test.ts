import { enough, type Given, jwt, lacking, over, users } from './given.ts';
import { correct, describeRefusals, missing, type Row, variable } from './refusals.ts';

const older = 'Set an older token, or wait.';
const token = jwt(3600);
const unscopedId = { HARNESS_UNSCOPED_CLIENT_ID: 'b' };
const sameClient = { HARNESS_UNSCOPED_CLIENT_SECRET: 'b', HARNESS_UNSCOPED_CLIENT_ID: enough.HARNESS_CLIENT_ID };
const sameUser = { HARNESS_SECOND_USER_ID: users[1], HARNESS_FOREIGN_USER_ID: users[1] };
const anotherUser = 'the id of another test user';

/** A token that is the same as one of another variable. */
const same = (first: string, second: string, key: string, cure: string, text = token) =>
  variable({ [first]: text, [second]: text }, `the same token as ${key}`, cure);

describeRefusals('wrong credentials', [
  missing('target.audience', lacking('HARNESS_AUDIENCE'), 'Set --audience or HARNESS_AUDIENCE…'),
  missing('clients.scoped', lacking('HARNESS_CLIENT_ID', 'HARNESS_CLIENT_SECRET'), 'HARNESS_TOKEN in their…'),
  missing('clients.scoped.secret', lacking('HARNESS_CLIENT_SECRET'), 'Set HARNESS_CLIENT_SECRET, or leave the id out.'),
  missing('clients.scoped.id', lacking('HARNESS_CLIENT_ID'), 'Set HARNESS_CLIENT_ID, or leave the secret out.'),
  missing('clients.unscoped.secret', over(unscopedId), 'Set HARNESS_UNSCOPED_CLIENT_SECRET, or leave the id out.'),
  variable(sameClient, 'the id of clients.scoped', 'Set a client without the scope service:nbg…'),
  variable({ HARNESS_CLIENT_SECRET: 'swordfish\n' }, 'a string of 10 characters', 'Remove the white space.'),
  missing('users.first', lacking('HARNESS_USER_ID'), 'Set HARNESS_USER_ID to a user of the scoped client.'),
  variable({ HARNESS_USER_ID: users[0].slice(1) }, 'a string of 23 characters', correct),
  variable({ HARNESS_SECOND_USER_ID: users[1].toUpperCase() }, 'a string of 24 characters', correct),
  variable({ HARNESS_SECOND_USER_ID: users[0] }, 'the same id', 'Set a second user, or leave it out.'),
  variable(sameUser, anotherUser, 'Set a user that this client did not create, or leave it out.'),
  variable({ HARNESS_DENIED_USER_ID: users[0] }, anotherUser, 'Set another user, or leave it out.'),
  variable(
    { HARNESS_TOKEN: 'Bearer swordfish' },
    'a string of 16 characters that starts with Bearer',
    'Remove the word Bearer.',
  ),
  variable({ HARNESS_EXPIRED_TOKEN: 'sword\r\nfish' }, 'a string of 11 characters', 'Copy the token on its own.'),
  variable({ HARNESS_EXPIRED_TOKEN: jwt(600) }, /^one valid until 20\d\d-/, older),
  variable({ HARNESS_EXPIRED_TOKEN: jwt(-200) }, /^one valid until 20\d\d-/, older),
  variable({ HARNESS_OTHER_AUDIENCE_TOKEN: jwt(-200) }, /^one that expired at 20\d\d-/, 'Get a new token.'),
  variable({ HARNESS_DENIED_TOKEN: jwt(-60) }, /^one that expired at /, 'Get a new token.'),
  same('HARNESS_TOKEN', 'HARNESS_UNSCOPED_TOKEN', 'tokens.scoped', 'Set a token without the scope…', 'swordfish'),
  same('HARNESS_TOKEN', 'HARNESS_DENIED_TOKEN', 'tokens.scoped', 'Set a token that is denied the daily summaries…'),
  same(
    'HARNESS_UNSCOPED_TOKEN',
    'HARNESS_OTHER_AUDIENCE_TOKEN',
    'tokens.unscoped',
    'Set a token for another audience…',
  ),
]);

const twoUsers = over({ HARNESS_SECOND_USER_ID: users[1] });
const [german, british, american] = ['de', 'en-GB', 'en-US'];

/** Languages in harness.config.json, by default of two users. */
function languages(config: object, key: string, found: string, cure: string, given: Given = twoUsers): Row {
  return [{ ...given, config: { users: config } }, `users.${key}`, 'harness.config.json', found, cure];
}

const pair = (first?: string, second?: string) => ({ languages: { first, second } });
const unlike = { ...pair('en', german), sameLanguage: true };
const alike = { ...pair(british, american), sameLanguage: false };

describeRefusals('wrong languages', [
  languages(pair('en_GB', german), 'languages.first', 'a string of 5 characters', 'Write en-GB.'),
  languages(pair('en', 'german'), 'languages.second', 'a string of 6 characters', 'Write the language, such as de…'),
  languages(pair('en'), 'languages.second', 'nothing', 'Say what the second user reads.'),
  languages(pair('en', german), 'languages', 'languages, but no users.second', 'Set HARNESS_SECOND_USER_ID…', over({})),
  languages(
    unlike,
    'sameLanguage',
    'true, but users.languages are en and de',
    'Remove it, because users.languages decides it…',
  ),
  languages(
    alike,
    'sameLanguage',
    'false, but users.languages are en-GB and en-US',
    'Remove it, because users.languages decides it…',
  ),
]);
