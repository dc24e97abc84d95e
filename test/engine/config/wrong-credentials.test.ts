import { type Given, jwt, lacking, over, users } from './given.ts';
import { correct, describeRefusals, missing, type Row, variable } from './refusals.ts';

const older = 'Give an older one, or wait.';
const token = jwt(3600);

describeRefusals('wrong credentials', [
  missing(
    'target.audience',
    lacking('HARNESS_AUDIENCE'),
    'Set --audience or HARNESS_AUDIENCE to what came with the client id.',
  ),
  missing(
    'clients.scoped',
    lacking('HARNESS_CLIENT_ID', 'HARNESS_CLIENT_SECRET'),
    'Set HARNESS_CLIENT_ID and HARNESS_CLIENT_SECRET, or HARNESS_TOKEN in their place.',
  ),
  missing('clients.scoped.secret', lacking('HARNESS_CLIENT_SECRET'), 'Set HARNESS_CLIENT_SECRET, or leave the id out.'),
  missing('clients.scoped.id', lacking('HARNESS_CLIENT_ID'), 'Set HARNESS_CLIENT_ID, or leave the secret out.'),
  missing(
    'clients.unscoped.secret',
    over({ HARNESS_UNSCOPED_CLIENT_ID: 'b' }),
    'Set HARNESS_UNSCOPED_CLIENT_SECRET, or leave the id out.',
  ),
  variable(
    { HARNESS_UNSCOPED_CLIENT_SECRET: 'b', HARNESS_UNSCOPED_CLIENT_ID: 'the-client-id' },
    'the id of clients.scoped',
    'Give the client that lacks the scope service:nbg, or leave it out.',
  ),
  variable({ HARNESS_CLIENT_SECRET: 'swordfish\n' }, 'a text of 10 characters', 'Remove the white space.'),
  missing('users.first', lacking('HARNESS_USER_ID'), 'Set HARNESS_USER_ID to a user of the scoped client.'),
  variable({ HARNESS_USER_ID: users[0].slice(1) }, 'a text of 23 characters', correct),
  variable({ HARNESS_SECOND_USER_ID: users[1].toUpperCase() }, 'a text of 24 characters', correct),
  variable({ HARNESS_SECOND_USER_ID: users[0] }, 'the same id', 'Give a second user, or leave it out.'),
  variable(
    { HARNESS_SECOND_USER_ID: users[1], HARNESS_FOREIGN_USER_ID: users[1] },
    'the id of another test user',
    'Give a user that this client did not create, or leave it out.',
  ),
  variable({ HARNESS_DENIED_USER_ID: users[0] }, 'the id of another test user', 'Give another user, or leave it out.'),
  variable({ HARNESS_DENIED_USER_ID: 'swordfish' }, 'a text of 9 characters', correct),
  variable(
    { HARNESS_TOKEN: 'Bearer swordfish' },
    'a text of 16 characters that starts with Bearer',
    'Leave out the word Bearer in front.',
  ),
  variable({ HARNESS_EXPIRED_TOKEN: 'sword\r\nfish' }, 'a text of 11 characters', 'Copy the token on its own.'),
  variable({ HARNESS_EXPIRED_TOKEN: jwt(600) }, /^one valid until 20\d\d-/, older),
  variable({ HARNESS_EXPIRED_TOKEN: jwt(-200) }, /^one valid until 20\d\d-/, older),
  variable({ HARNESS_OTHER_AUDIENCE_TOKEN: jwt(-200) }, /^one that expired at 20\d\d-/, 'Mint a new one.'),
  variable({ HARNESS_DENIED_TOKEN: jwt(-60) }, /^one that expired at /, 'Mint a new one.'),
  variable(
    { HARNESS_TOKEN: 'swordfish', HARNESS_UNSCOPED_TOKEN: 'swordfish' },
    'the same token as tokens.scoped',
    'Give a token without the scope service:nbg, or leave it out.',
  ),
  variable(
    { HARNESS_TOKEN: token, HARNESS_DENIED_TOKEN: token },
    'the same token as tokens.scoped',
    'Give a token that is denied the daily summaries, or leave it out.',
  ),
  variable(
    { HARNESS_UNSCOPED_TOKEN: token, HARNESS_OTHER_AUDIENCE_TOKEN: token },
    'the same token as tokens.unscoped',
    'Give a token for another audience, or leave it out.',
  ),
]);

const twoUsers = over({ HARNESS_SECOND_USER_ID: users[1] });
const follows = 'Leave it out: it follows from the languages; or correct these.';

/** Languages in harness.config.json, by default of two users. */
function languages(config: object, key: string, found: string, cure: string, given: Given = twoUsers): Row {
  return [{ ...given, config: { users: config } }, `users.${key}`, 'harness.config.json', found, cure];
}

describeRefusals('wrong languages', [
  languages(
    { languages: { first: 'en_GB', second: 'de' } },
    'languages.first',
    'a text of 5 characters',
    'Write en-GB.',
  ),
  languages(
    { languages: { first: 'en', second: 'german' } },
    'languages.second',
    'a text of 6 characters',
    'Write the language, such as de, or with its region, de-AT.',
  ),
  languages({ languages: { first: 'en' } }, 'languages.second', 'nothing', 'Say what the second user reads.'),
  languages(
    { languages: { first: 'en', second: 'de' } },
    'languages',
    'languages, but no users.second',
    'Set HARNESS_SECOND_USER_ID, or leave the languages out.',
    over({}),
  ),
  languages(
    { languages: { first: 'en', second: 'de' }, sameLanguage: true },
    'sameLanguage',
    'true, but users.languages are en and de',
    follows,
  ),
  languages(
    { languages: { first: 'en-GB', second: 'en-US' }, sameLanguage: false },
    'sameLanguage',
    'false, but users.languages are en-GB and en-US',
    follows,
  ),
]);
