import { enough, type Given, jwt, lacking, over, users } from './given.ts';
import { correct, describeRefusals, missing, type Row, variable } from './refusals.ts';

const older = 'Set an older token, or wait.';
const token = jwt(3600);
const unscopedId = { M2M_UNSCOPED_CLIENT_ID: 'b' };
const sameClient = {
  M2M_UNSCOPED_CLIENT_SECRET: 'b',
  M2M_UNSCOPED_CLIENT_ID: enough.M2M_CLIENT_ID,
};
const sameUser = { M2M_SECOND_USER_ID: users[1], M2M_FOREIGN_USER_ID: users[1] };

/** A token that is the same as one of another variable. */
const same = (first: string, second: string, key: string, cure: string, text = token) =>
  variable({ [first]: text, [second]: text }, `the same as ${key}`, cure);

describeRefusals('wrong credentials', [
  missing('target.audience', lacking('M2M_AUDIENCE'), 'Set --audience or M2M_AUDIENCE…'),
  missing('clients.scoped', lacking('M2M_CLIENT_ID', 'M2M_CLIENT_SECRET'), 'M2M_TOKEN in their…'),
  missing(
    'clients.scoped.secret',
    lacking('M2M_CLIENT_SECRET'),
    'The client_secret of this client. Set M2M_CLIENT_SECRET, or leave the id out.',
  ),
  missing(
    'clients.scoped.id',
    lacking('M2M_CLIENT_ID'),
    'The client_id of this client. Set M2M_CLIENT_ID, or leave the secret out.',
  ),
  missing(
    'clients.unscoped.secret',
    over(unscopedId),
    'Set M2M_UNSCOPED_CLIENT_SECRET, or leave the id out.…',
  ),
  variable(
    sameClient,
    'the same as clients.scoped.id',
    'Set a client without the scope service:nbg…',
  ),
  missing('users.first', lacking('M2M_USER_ID'), 'Set M2M_USER_ID.…'),
  variable({ M2M_USER_ID: users[0].slice(1) }, 'a string of 23 characters', correct),
  variable(
    { M2M_SECOND_USER_ID: users[0] },
    'the same as users.first',
    'Set a second user, or leave it out.',
  ),
  variable(
    sameUser,
    'the same as users.second',
    'Set a user that this client did not create, or leave it out.',
  ),
  variable({ M2M_DENIED_USER_ID: users[0] }, 'the same as users.first', 'Set a user whose daily…'),
  variable(
    { M2M_TOKEN: 'Bearer fish' },
    'a string of 11 characters that starts with Bearer',
    'Remove the word Bearer. See docs/…',
  ),
  variable(
    { M2M_EXPIRED_TOKEN: 'sword\r\nfish' },
    'a string of 11 characters that contains white space or other characters',
    'Copy the token on its own. See docs/…',
  ),
  variable({ M2M_EXPIRED_TOKEN: jwt(-200) }, /^one valid until 20\d\d-/, older),
  variable(
    { M2M_OTHER_AUDIENCE_TOKEN: jwt(-200) },
    /^one that expired at 20\d\d-/,
    'Get a new token.',
  ),
  same(
    'M2M_TOKEN',
    'M2M_UNSCOPED_TOKEN',
    'tokens.scoped',
    'Set a token without the scope…',
    'swordfish',
  ),
  same(
    'M2M_TOKEN',
    'M2M_DENIED_TOKEN',
    'tokens.scoped',
    'Set a token that is denied the daily summaries…',
  ),
  same(
    'M2M_UNSCOPED_TOKEN',
    'M2M_OTHER_AUDIENCE_TOKEN',
    'tokens.unscoped',
    'Set a token for another audience…',
  ),
]);

const template = 'a string of 16 characters that is the name of a variable or secret';
const set =
  'Nothing replaced the name by its value: set the variable where the command runs. See docs/…';
const inFile = (name: string, line: string): Given => ({
  env: lacking(name as keyof typeof enough).env ?? {},
  files: { '.env': line },
});
const id = 'clients.scoped.id';
const quote = 'Write the whole value in quotation marks that it does not contain. See docs/…';

// motdotla/dotenv#633, and what shells, Docker, CI systems and templates do to a secret.
describeRefusals('a credential whose spelling shows that it cannot be right', [
  variable(
    { M2M_CLIENT_SECRET: 'swordfish\n' },
    'a string of 10 characters that starts or ends…',
    'Remove the white…',
  ),
  variable(
    { M2M_CLIENT_SECRET: 'swordfish\r' },
    'a string of 10 characters that ends with a carriage return',
    'Save the file that sets it…',
  ),
  variable({ M2M_CLIENT_SECRET: `\${{ swordfish }}` }, template, set),
  variable({ M2M_CLIENT_SECRET: '{{.swordfish.x}}' }, template, set),
  variable({ M2M_CLIENT_ID: `\${SWORDFISH_1_2}` }, template, set),
  variable({ M2M_CLIENT_SECRET: '$(swordfish.set)' }, template, set),
  variable(
    { M2M_CLIENT_SECRET: 'export M2M_CLIENT_SECRET=swordfish' },
    'a string of 34 characters that starts with the name of its variable',
    'Set only what follows the = sign. See docs/…',
  ),
  variable(
    { M2M_TOKEN: '"swordfish"' },
    'a string of 11 characters that starts and ends with a quotation mark',
    'Remove the quotation marks. See docs/…',
  ),
  [
    over({ M2M_CLIENT_ID: '' }),
    id,
    'M2M_CLIENT_ID',
    'an empty string',
    'Set M2M_CLIENT_ID, or leave…',
  ],
  [
    inFile('M2M_CLIENT_ID', 'M2M_CLIENT_ID='),
    id,
    'M2M_CLIENT_ID in .env',
    'an empty string',
    'Set M2M_CLIENT_ID…',
  ],
  [
    inFile('M2M_CLIENT_ID', 'M2M_CLIENT_ID=#swordfish'),
    id,
    'M2M_CLIENT_ID in .env',
    'an empty string that ends before a #',
    quote,
  ],
  [
    over({ M2M_CLIENT_ID: '', M2M_CLIENT_SECRET: '' }),
    'clients.scoped',
    'M2M_CLIENT_ID, M2M_CLIENT_SECRET',
    'an empty string',
    'Set M2M_CLIENT_ID and M2M_CLIENT_SECRET…',
  ],
]);

const twoUsers = over({ M2M_SECOND_USER_ID: users[1] });
const [german, british, american] = ['de', 'en-GB', 'en-US'];

/** Languages in harness.config.json, by default of two users. */
function languages(
  config: object,
  key: string,
  found: string,
  cure: string,
  given: Given = twoUsers,
): Row {
  return [
    { ...given, config: { users: config } },
    `users.${key}`,
    'harness.config.json',
    found,
    cure,
  ];
}

const pair = (first?: string, second?: string) => ({ languages: { first, second } });
const unlike = { ...pair('en', german), sameLanguage: true };
const alike = { ...pair(british, american), sameLanguage: false };

describeRefusals('wrong languages', [
  languages(pair('en_GB', german), 'languages.first', 'a string of 5 characters', 'Write en-GB.'),
  languages(
    pair('en', 'german'),
    'languages.second',
    'a string of 6 characters',
    'Write the language and perhaps a region, …',
  ),
  languages(pair('en'), 'languages.second', 'nothing', 'Set the language of the second user.'),
  languages(
    pair('en', german),
    'languages',
    'languages, but no users.second',
    'Set M2M_SECOND_USER_ID…',
    over({}),
  ),
  languages(
    unlike,
    'sameLanguage',
    'true, but users.languages are en and de',
    'Remove it, because users…',
  ),
  languages(
    alike,
    'sameLanguage',
    'false, but users.languages are en-GB and en-US',
    'Remove it, because users…',
  ),
]);
