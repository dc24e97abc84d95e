import { type Given, jwt, over, users } from './given.ts';
import { describeRefusals, type Row } from './refusals.ts';

/** A profile in harness.config.json, and files beside it. */
function profile(value: object, files: Record<string, string> = {}): Given {
  return { config: { profile: value }, files };
}

/** A profile that only a module can hold. */
function inModule(text: string): Given {
  return { files: { 'harness.config.mjs': `export default { profile: ${text} };` } };
}

/** One row on a profile in harness.config.json. */
function row(name: string, value: object, key: string, found: string | RegExp, cure: string): Row {
  return [name, profile(value), key, 'harness.config.json', found, cure];
}

const reads = { area: 'users', method: 'GET', path: '/users/me' };
const creates = { area: 'users', method: 'POST', path: '/users', safety: 'write' };
const address = { line1: '12 Harbour Street', city: 'Valletta', postalCode: 1234, countryCode: 'MT' };
const order = { isin: 'US0378331005', side: 'buy', amount: 25 };
const schema = { type: 'object', required: ['email'], properties: { email: { type: 'string', format: 'email' } } };

describeRefusals('a wrong profile', [
  row(
    'guide order of other ids',
    { guideOrder: [users[0], 'second'] },
    'profile.guideOrder[1]',
    '"second"',
    'Correct the value.',
  ),
  row(
    'guide order of one guide',
    { guideOrder: [users[0]] },
    'profile.guideOrder',
    'a list of 1',
    'Name at least 2, or leave it out.',
  ),
  row(
    'guide order with a guide twice',
    { guideOrder: [users[1], users[1]] },
    'profile.guideOrder',
    'an item twice',
    'Name each item once.',
  ),
  row(
    'success status 404',
    { successStatus: { 'GET /cash': 404 } },
    'profile.successStatus["GET /cash"]',
    '404',
    'Choose a number in that range.',
  ),
  row(
    'success status as text',
    { successStatus: { 'GET /cash': '200' } },
    'profile.successStatus["GET /cash"]',
    '"200"',
    'Write it in digits, as a number.',
  ),
  row(
    'success status other than the specified',
    { successStatus: { 'GET /daily-summaries': 206 } },
    'profile.successStatus["GET /daily-summaries"]',
    '206',
    'Remove it: the specification gives the status of GET /daily-summaries.',
  ),
  row(
    'schema of a specified shape',
    { responseSchemas: { 'GET /learn/learning-guides': true } },
    'profile.responseSchemas["GET /learn/learning-guides"]',
    'a schema for an endpoint whose shape is specified',
    'Remove it: the specification gives the shape of GET /learn/learning-guides.',
  ),
  row(
    'address with an unknown member',
    { addresses: [{ ...address, postcode: 1 }] },
    'profile.addresses[0].postcode',
    'an unknown key',
    'Did you mean postalCode?',
  ),
  row(
    'address without a city',
    { addresses: [{ line1: 'a', postalCode: 1, countryCode: 'MT' }] },
    'profile.addresses[0].city',
    'nothing',
    'The city.',
  ),
  row(
    'address with a postal code that is a list',
    { addresses: [{ ...address, postalCode: [1] }] },
    'profile.addresses[0].postalCode',
    'a list of 1',
    'Write a number or a text instead of a list of 1.',
  ),
  row(
    'address with a country in words',
    { addresses: [{ ...address, countryCode: 'Malta' }] },
    'profile.addresses[0].countryCode',
    '"Malta"',
    'Correct the value.',
  ),
  row('addresses, none', { addresses: [] }, 'profile.addresses', 'a list of 0', 'Name at least one, or leave it out.'),
  row(
    'addresses, eleven',
    { addresses: Array.from({ length: 11 }, (_, at) => ({ ...address, line1: String(at) })) },
    'profile.addresses',
    'a list of 11',
    'Leave some of them out.',
  ),
  row(
    'addresses that are the same',
    { addresses: [address, address] },
    'profile.addresses',
    'an item twice',
    'Name each item once.',
  ),
  row(
    'order with a wrong check digit',
    { order: { ...order, isin: 'US0378331006' } },
    'profile.order.isin',
    '"US0378331006", whose check digit is wrong',
    'Correct the ISIN.',
  ),
  row(
    'order with digits exchanged in the ISIN',
    { order: { ...order, isin: 'US0738331005' } },
    'profile.order.isin',
    '"US0738331005", whose check digit is wrong',
    'Correct the ISIN.',
  ),
  row(
    'order with no ISIN',
    { order: { ...order, isin: 'AAPL' } },
    'profile.order.isin',
    '"AAPL"',
    'Correct the value.',
  ),
  row(
    'order of nothing',
    { order: { ...order, amount: 0 } },
    'profile.order.amount',
    '0',
    'Choose a number in that range.',
  ),
  row(
    'order without a side',
    { order: { isin: order.isin, amount: 1 } },
    'profile.order.side',
    'nothing',
    'The direction; the specification names buy.',
  ),
]);

describeRefusals('a wrong declared endpoint', [
  row(
    'of an unknown area',
    { endpoints: [{ ...reads, area: 'user' }] },
    'profile.endpoints[0].area',
    '"user"',
    'Did you mean users?',
  ),
  row(
    'of the area of the token endpoint',
    { endpoints: [{ ...reads, area: 'authentication' }] },
    'profile.endpoints[0].area',
    '"authentication"',
    'Choose one of them.',
  ),
  row(
    'without a path',
    { endpoints: [{ area: 'users', method: 'GET' }] },
    'profile.endpoints[0].path',
    'nothing',
    'The path.',
  ),
  row(
    'with a typing error in a member',
    { endpoints: [{ ...reads, savety: 'read' }] },
    'profile.endpoints[0].savety',
    'an unknown key',
    'Did you mean safety?',
  ),
  row(
    'with a method in small letters',
    { endpoints: [{ ...reads, method: 'get' }] },
    'profile.endpoints[0].method',
    '"get"',
    'Correct the value.',
  ),
  row(
    'with a method that cannot be sent',
    { endpoints: [{ ...reads, method: 'TRACE', safety: 'read' }] },
    'profile.endpoints[0].method',
    'TRACE',
    'Remove the endpoint.',
  ),
  row(
    'with a path without a slash in front',
    { endpoints: [{ ...reads, path: 'users/me' }] },
    'profile.endpoints[0].path',
    '"users/me"',
    'Correct the value.',
  ),
  row(
    'with a whole URL for a path',
    { endpoints: [{ ...reads, path: 'https://api.example.com/users' }] },
    'profile.endpoints[0].path',
    '"https://api.example.com/users"',
    'Correct the value.',
  ),
  row(
    'with a query in the path',
    { endpoints: [{ ...reads, path: '/users?me' }] },
    'profile.endpoints[0].path',
    '"/users?***"',
    'Correct the value.',
  ),
  row(
    'with a dot segment in the path',
    { endpoints: [{ ...reads, path: '/users/%2e./me' }] },
    'profile.endpoints[0].path',
    'the segment "%2e."',
    'Write the path without it: clients and proxies resolve such segments.',
  ),
  row(
    'without a value for a parameter',
    { endpoints: [{ ...reads, path: '/users/{id}' }] },
    'profile.endpoints[0].parameters.id',
    'nothing',
    'Add a value with which GET /users/{id} answers.',
  ),
  row(
    'with a value for no parameter',
    { endpoints: [{ ...reads, parameters: { id: 'a' } }] },
    'profile.endpoints[0].parameters.id',
    'a parameter that is not in the path',
    'Remove it, or write {id} into the path.',
  ),
  row(
    'with a parameter that is a dot segment',
    { endpoints: [{ ...reads, path: '/users/{id}', parameters: { id: '..' } }] },
    'profile.endpoints[0].parameters.id',
    '".."',
    'Give another value.',
  ),
  row(
    'with a parameter that is a number',
    { endpoints: [{ ...reads, path: '/users/{id}', parameters: { id: 1 } }] },
    'profile.endpoints[0].parameters.id',
    '1',
    'Write a text instead of a number.',
  ),
  row(
    'twice',
    { endpoints: [reads, { ...reads, area: 'test' }] },
    'profile.endpoints[1]',
    'GET /users/me, which profile.endpoints[0] declares',
    'Remove one of the two.',
  ),
  row(
    'twice, with another name for the parameter',
    {
      endpoints: [
        { ...reads, path: '/users/{id}', parameters: { id: 'a' } },
        { ...reads, path: '/users/{user}', parameters: { user: 'a' } },
      ],
    },
    'profile.endpoints[1]',
    'GET /users/{user}, which profile.endpoints[0] declares',
    'Remove one of the two.',
  ),
  row(
    'that is the guide endpoint',
    {
      guidePath: '/guides/{id}',
      endpoints: [{ area: 'learn', method: 'GET', path: '/guides/{guide}', parameters: { guide: 'a' } }],
    },
    'profile.endpoints[0]',
    'the guide endpoint, which profile.guidePath names',
    'Remove the endpoint.',
  ),
  row(
    'that posts without saying what that does',
    { endpoints: [{ area: 'users', method: 'POST', path: '/users' }] },
    'profile.endpoints[0].safety',
    'nothing',
    'Say whether this POST changes nothing (read), changes data (write) or trades (order).',
  ),
  row(
    'with a safety in other words',
    { endpoints: [{ ...creates, safety: 'writes' }] },
    'profile.endpoints[0].safety',
    '"writes"',
    'Did you mean write?',
  ),
  row(
    'with a status of failure',
    { endpoints: [{ ...reads, response: { statuses: [200, 404] } }] },
    'profile.endpoints[0].response.statuses[1]',
    '404',
    'Choose a number in that range.',
  ),
  row(
    'with statuses in two places',
    { successStatus: { 'GET /users/me': 200 }, endpoints: [{ ...reads, response: { statuses: [203] } }] },
    'profile.successStatus["GET /users/me"]',
    'statuses of the endpoint elsewhere',
    'Remove it, and correct response.statuses of the endpoint.',
  ),
  row(
    'with schemas in two places',
    { responseSchemas: { 'GET /users/me': true }, endpoints: [{ ...reads, response: { schema: true } }] },
    'profile.responseSchemas["GET /users/me"]',
    'a schema of the endpoint elsewhere',
    'Remove it, and correct response.schema of the endpoint.',
  ),
  row(
    'with a schema of no content',
    { endpoints: [{ ...creates, response: { schema: true, statuses: [204] } }] },
    'profile.endpoints[0].response.schema',
    'a schema of a 204',
    'Remove the schema, or add another status.',
  ),
  row(
    'with a schema of the answer to a HEAD',
    { endpoints: [{ ...reads, method: 'HEAD', response: { schema: true } }] },
    'profile.endpoints[0].response.schema',
    'a schema of the answer to a HEAD',
    'Remove the schema.',
  ),
  row(
    'whose scope is a list of words in one text',
    { endpoints: [{ ...reads, scopes: ['service:a service:b'] }] },
    'profile.endpoints[0].scopes[0]',
    '"service:a service:b"',
    'Correct the value.',
  ),
  row(
    'whose method is listed as absent',
    { absentMethods: ['PUT'], endpoints: [{ ...creates, method: 'PUT' }] },
    'profile.absentMethods',
    'PUT, which PUT /users has',
    'Remove PUT.',
  ),
]);

describeRefusals('a wrong sample', [
  row(
    'that contradicts its schema',
    { endpoints: [{ ...creates, request: { sample: { email: 'nobody' }, schema } }] },
    'profile.endpoints[0].request.sample',
    /^a body that contradicts request\.schema: "\/email: expected text of the form email/,
    'Correct the sample or the schema.',
  ),
  row(
    'that contradicts its schema once it is unique',
    { endpoints: [{ ...creates, request: { sample: { email: '{{unique}}' }, schema } }] },
    'profile.endpoints[0].request.sample',
    /0123456789abcdef01234567/,
    'Correct the sample or the schema.',
  ),
  row(
    'that is missing beside its schema',
    { endpoints: [{ ...creates, request: { schema } }] },
    'profile.endpoints[0].request.sample',
    'nothing',
    'Add request.sample: what contradicts the schema is made of it, in one place each.',
  ),
  row(
    'of a GET',
    { endpoints: [{ ...reads, request: { sample: {} } }] },
    'profile.endpoints[0].request.sample',
    'a body of a GET',
    'Remove the sample, or correct the method.',
  ),
  row(
    'with a mark that means nothing',
    { endpoints: [{ ...creates, request: { sample: { name: 'Ada {{uniq}}' } } }] },
    'profile.endpoints[0].request.sample',
    'the mark "{{uniq}}"',
    'Write {{unique}}, or the text itself.',
  ),
  ...(
    [
      ['a function', 'born: () => 0', 'born', 'a function'],
      ['a date', 'born: new Date(0)', 'born', 'an object of the kind Date'],
      ['undefined', 'born: undefined', 'born', 'undefined'],
      ['no number', 'list: [1, NaN]', 'list[1]', 'NaN'],
      ['a hole', 'list: [1, , 2]', 'list[1]', 'undefined'],
    ] as const
  ).map(
    ([name, member, place, found]): Row => [
      `with ${name} in it`,
      inModule(
        `{ endpoints: [{ area: 'users', method: 'POST', path: '/users', safety: 'write', request: { sample: { ${member} } } }] }`,
      ),
      `profile.endpoints[0].request.sample.${place}`,
      'harness.config.mjs',
      found,
      'Write plain JSON there, or leave it out.',
    ],
  ),
]);

/** A schema of GET /cash, and what it has to lead to. */
function ofCash(name: string, given: unknown, found: string | RegExp, cure: string, files = {}): Row {
  const key = 'profile.responseSchemas["GET /cash"]';
  return [name, profile({ responseSchemas: { 'GET /cash': given } }, files), key, 'harness.config.json', found, cure];
}

describeRefusals('a wrong schema', [
  ofCash(
    'that is a number',
    7,
    '7',
    'Write a JSON Schema 2020-12, or the path of a JSON file that holds one instead of a number.',
  ),
  ofCash(
    'with a typing error in a type',
    { type: 'object', properties: { balances: { type: 'aray' } } },
    'a schema whose value at "/properties/balances/type" must be one of array, boolean, integer, null, number, object, string',
    'Correct the schema there.',
  ),
  ofCash(
    'with a limit that is a text',
    { minimum: '1' },
    'a schema whose value at "/minimum" must be number',
    'Correct the schema there.',
  ),
  ofCash(
    'with an expression that is none',
    { pattern: '(' },
    /^a schema that cannot be used: "Invalid regular expression: /,
    'Correct the schema.',
  ),
  ofCash(
    'of draft 7',
    { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' },
    'a schema of "http://json-schema.org/draft-07/schema#"',
    'Convert it to JSON Schema 2020-12.',
  ),
  ofCash(
    'with a reference to another site',
    { $ref: 'https://schemas.example.com/cash.json#/$defs/a' },
    'a schema that refers to "https://schemas.example.com/cash.json#/$defs/a", and nothing is fetched',
    'Copy that schema into $defs and refer to it there.',
  ),
  ofCash(
    'with a reference to another file',
    { items: { $ref: './balance.schema.json' } },
    'a schema that refers to "balance.schema.json", and nothing is fetched',
    'Copy that schema into $defs and refer to it there.',
    { 'balance.schema.json': '{}' },
  ),
  ofCash(
    'with a reference to nothing',
    { $ref: '#/$defs/balance' },
    'a schema that refers to "#/$defs/balance", which is not in it',
    'Correct the reference.',
  ),
  ofCash(
    'that refers to itself without end',
    { $defs: { a: { allOf: [{ $ref: '#/$defs/b' }] }, b: { allOf: [{ $ref: '#/$defs/a' }] } }, $ref: '#/$defs/a' },
    'a schema that cannot be used: "it refers to itself without end"',
    'Correct the schema.',
  ),
  ofCash(
    'whose file is missing',
    './cash.json',
    'no file at "./cash.json"',
    'Correct the path; it is relative to the configuration.',
  ),
  ofCash('whose file is a folder', '.', '".", which cannot be read (EISDIR)', 'Name a readable file.'),
  ofCash(
    'whose file is no JSON',
    './cash.json',
    '"./cash.json", which is no JSON: CommaExpected in line 2, column 3',
    'Correct the file at that line.',
    { 'cash.json': '{ "type": "object"\n  "required": [] }' },
  ),
  ofCash(
    'whose file is empty',
    './cash.json',
    '"./cash.json", which is no JSON: ValueExpected in line 1, column 1',
    'Correct the file at that line.',
    { 'cash.json': '' },
  ),
  ofCash('whose file holds a list', './cash.json', '"./cash.json", which holds a list of 0', 'Name another file.', {
    'cash.json': '[]',
  }),
  ofCash(
    'whose file holds a wrong one',
    './cash.json',
    '"./cash.json", which holds a schema whose value at "/required" must be array',
    'Correct the schema there.',
    { 'cash.json': '{ "required": true }' },
  ),
  [
    'with a Date in it',
    inModule(`{ responseSchemas: { 'GET /cash': { properties: { at: { const: new Date(0) } } } } }`),
    'profile.responseSchemas["GET /cash"].properties.at.const',
    'harness.config.mjs',
    'an object of the kind Date',
    'Write plain JSON there, or leave it out.',
  ],
  [
    'with undefined in it',
    inModule(`{ responseSchemas: { 'GET /cash': { type: undefined } } }`),
    'profile.responseSchemas["GET /cash"].type',
    'harness.config.mjs',
    'undefined',
    'Write plain JSON there, or leave it out.',
  ],
  [
    'that holds itself',
    {
      files: {
        'harness.config.mjs': `const a = { not: {} };\na.not = a;\nexport default { profile: { responseSchemas: { 'GET /cash': a } } };`,
      },
    },
    'profile.responseSchemas["GET /cash"].not',
    'harness.config.mjs',
    'the value itself again',
    'Write plain JSON there, or leave it out.',
  ],
]);

describeRefusals('a wrong step', [
  row(
    'read-back of an endpoint that is not declared',
    { addressReadBack: { endpoint: 'GET /users/mee' }, endpoints: [reads] },
    'profile.addressReadBack.endpoint',
    '"GET /users/mee", which profile.endpoints does not declare',
    'Did you mean GET /users/me?',
  ),
  row(
    'read-back where nothing is declared',
    { addressReadBack: { endpoint: 'GET /users/me' } },
    'profile.addressReadBack.endpoint',
    '"GET /users/me", which profile.endpoints does not declare',
    'Declare it in profile.endpoints.',
  ),
  row(
    'read-back that writes',
    { addressReadBack: { endpoint: 'POST /users' }, endpoints: [creates] },
    'profile.addressReadBack.endpoint',
    'POST /users, whose safety is write',
    'Name one that reads, or correct its safety.',
  ),
  row(
    'read-back for no user',
    { addressReadBack: { endpoint: 'GET /users/me' }, endpoints: [{ ...reads, takesUser: false }] },
    'profile.addressReadBack.endpoint',
    'GET /users/me, which takes no user',
    'Name one that takes a user, or correct its takesUser.',
  ),
  row(
    'read-back at a path with dots',
    { addressReadBack: { endpoint: 'GET /users/me', address: 'data.address' }, endpoints: [reads] },
    'profile.addressReadBack.address',
    '"data.address"',
    'Correct the value.',
  ),
  row(
    'creation by an endpoint that reads',
    { userCreation: { endpoint: 'GET /users/me', id: '/id' }, endpoints: [reads] },
    'profile.userCreation.endpoint',
    'GET /users/me, whose safety is read',
    'Name one that writes, or correct its safety.',
  ),
  row(
    'creation without the place of the id',
    { userCreation: { endpoint: 'POST /users' }, endpoints: [creates] },
    'profile.userCreation.id',
    'nothing',
    "Where the new user's id stands in its answer.",
  ),
]);

const twoUsers = over({ HARNESS_SECOND_USER_ID: users[1] });

function reading(first: string, second: string, more: object = {}): Given {
  return { ...twoUsers, config: { users: { languages: { first, second }, ...more } } };
}

const token = jwt(3600);

describeRefusals('what is denied, and languages', [
  [
    'denied token equal to the scoped',
    over({ HARNESS_TOKEN: token, HARNESS_DENIED_TOKEN: token }),
    'tokens.denied',
    'HARNESS_DENIED_TOKEN',
    'the same token as tokens.scoped',
    'Give a token that is denied the daily summaries, or leave it out.',
  ],
  [
    'denied token that expired',
    over({ HARNESS_DENIED_TOKEN: jwt(-60) }),
    'tokens.denied',
    'HARNESS_DENIED_TOKEN',
    /^one that expired at /,
    'Mint a new one.',
  ],
  [
    'token of another audience equal to the unscoped',
    over({ HARNESS_UNSCOPED_TOKEN: token, HARNESS_OTHER_AUDIENCE_TOKEN: token }),
    'tokens.otherAudience',
    'HARNESS_OTHER_AUDIENCE_TOKEN',
    'the same token as tokens.unscoped',
    'Give a token for another audience, or leave it out.',
  ],
  [
    'denied user equal to the first',
    over({ HARNESS_DENIED_USER_ID: users[0] }),
    'users.denied',
    'HARNESS_DENIED_USER_ID',
    'the id of another test user',
    'Give another user, or leave it out.',
  ],
  [
    'denied user no id',
    over({ HARNESS_DENIED_USER_ID: 'swordfish' }),
    'users.denied',
    'HARNESS_DENIED_USER_ID',
    'a text of 9 characters',
    'Correct the value.',
  ],
  [
    'language with an underscore',
    reading('en_GB', 'de'),
    'users.languages.first',
    'harness.config.json',
    'a text of 5 characters',
    'Write en-GB.',
  ],
  [
    'language in words',
    reading('en', 'german'),
    'users.languages.second',
    'harness.config.json',
    'a text of 6 characters',
    'Write the language, such as de, or with its region, de-AT.',
  ],
  [
    'language of one user',
    { ...twoUsers, config: { users: { languages: { first: 'en' } } } },
    'users.languages.second',
    'harness.config.json',
    'nothing',
    'Say what the second user reads.',
  ],
  [
    'languages without a second user',
    { ...over({}), config: { users: { languages: { first: 'en', second: 'de' } } } },
    'users.languages',
    'harness.config.json',
    'languages, but no users.second',
    'Set HARNESS_SECOND_USER_ID, or leave the languages out.',
  ],
  [
    'different languages that are the same',
    reading('en', 'de', { sameLanguage: true }),
    'users.sameLanguage',
    'harness.config.json',
    'true, but users.languages are en and de',
    'Leave it out: it follows from the languages; or correct these.',
  ],
  [
    'one language that is not the same',
    reading('en-GB', 'en-US', { sameLanguage: false }),
    'users.sameLanguage',
    'harness.config.json',
    'false, but users.languages are en-GB and en-US',
    'Leave it out: it follows from the languages; or correct these.',
  ],
]);
