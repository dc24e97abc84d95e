import { users } from './given.ts';
import {
  chooseOne,
  correct,
  describeRefusals,
  inRange,
  profile,
  type Row,
  remove,
} from './refusals.ts';

const reads = { area: 'users', method: 'GET', path: '/users/me' };
const creates = { area: 'users', method: 'POST', path: '/users', safety: 'write' };
const address = {
  line1: '12 Harbour Street',
  city: 'Valletta',
  postalCode: 1234,
  countryCode: 'MT',
};
const eleven = Array.from({ length: 11 }, (_, at) => ({ ...address, line1: String(at) }));
const order = { isin: 'US0378331005', side: 'buy', amount: 25 };

function oneAddress(value: object, member: string, found: string, cure: string): Row {
  return profile({ addresses: [value] }, `addresses[0].${member}`, found, cure);
}

function oneOrder(value: object, member: string, found: string, cure: string): Row {
  return profile({ order: value }, `order.${member}`, found, cure);
}

/** Returns the row of a wrong value that the profile states for one endpoint. */
function ofEndpoint(
  member: string,
  id: string,
  value: unknown,
  found: string,
  cure: string,
  item = '',
): Row {
  return profile({ [member]: { [id]: value } }, `${member}["${id}"]${item}`, found, cure);
}

describeRefusals('a wrong profile', [
  profile({ guideOrder: [users[0], 'second'] }, 'guideOrder[1]', '"second"', correct),
  ofEndpoint('successStatus', 'GET /cash', 404, '404', inRange),
  ofEndpoint('successStatus', 'GET /daily-summaries', 206, '206', correct),
  ofEndpoint('responseSchemas', 'GET /learn/learning-guides', true, 'true', remove),
  ofEndpoint('scopes', 'GET /cash', ['a b'], '"a b"', correct, '[0]'),
  oneAddress({ ...address, postcode: 1 }, 'postcode', 'an unknown key', 'Did you mean postalCode?'),
  oneAddress(
    { ...address, postalCode: [1] },
    'postalCode',
    'a list of 1',
    'Write a number or a string instead…',
  ),
  oneAddress({ ...address, countryCode: 'Malta' }, 'countryCode', '"Malta"', correct),
  profile({ addresses: eleven }, 'addresses', 'a list of 11', 'Leave some of them out.'),
  oneOrder(
    { ...order, isin: 'US0378331006' },
    'isin',
    '"US0378331006", whose check digit…',
    'Correct the ISIN.',
  ),
  oneOrder(
    { isin: order.isin, amount: 1 },
    'side',
    'nothing',
    'Give the side. The specification shows only buy.',
  ),
  profile(
    { waivers: [{ id: 'auth/expired' }] },
    'waivers[0].reason',
    'nothing',
    'Say why it cannot be assessed here…',
  ),
  profile({ waivers: [{ id: 'auth/expired', reason: ' ' }] }, 'waivers[0].reason', '" "', correct),
  profile(
    { guidePath: '/learn/learning-guides' },
    'guidePath',
    '"/learn/learning-guides"',
    correct,
  ),
  profile({ malformedUserStatus: 200 }, 'malformedUserStatus', '200', inRange),
  profile({ absentMethods: ['DELETE', 'PATCH'] }, 'absentMethods[1]', '"PATCH"', correct),
]);

function readBack(
  value: object,
  member: string,
  endpoints: readonly object[],
  found: string,
  cure: string,
): Row {
  return profile({ addressReadBack: value, endpoints }, `addressReadBack.${member}`, found, cure);
}

function creation(
  value: object,
  member: string,
  endpoints: readonly object[],
  found: string,
  cure: string,
): Row {
  return profile({ userCreation: value, endpoints }, `userCreation.${member}`, found, cure);
}

const me = { endpoint: 'GET /users/me' };
const mee = { endpoint: 'GET /users/mee' };
const post = { endpoint: 'POST /users' };
const userless = { ...reads, takesUser: false };

describeRefusals('a wrong step', [
  readBack(
    mee,
    'endpoint',
    [reads],
    '"GET /users/mee", which profile…',
    'Did you mean GET /users/me?',
  ),
  readBack(
    me,
    'endpoint',
    [],
    '"GET /users/me", which profile…',
    'Declare it in profile.endpoints.',
  ),
  readBack(
    post,
    'endpoint',
    [creates],
    'POST /users, whose safety is write',
    'Name one that reads…',
  ),
  readBack(
    me,
    'endpoint',
    [userless],
    'GET /users/me, which takes no user',
    'Name one that takes a user…',
  ),
  readBack({ ...me, address: 'data.address' }, 'address', [reads], '"data.address"', correct),
  creation(
    { ...me, id: '/id' },
    'endpoint',
    [reads],
    'GET /users/me, whose safety is read',
    'Name one that writes…',
  ),
  creation(
    post,
    'id',
    [creates],
    'nothing',
    "Give the location of the new user's id in the response.",
  ),
]);

const byId = { ...reads, path: '/users/{id}' };
const withId = { ...byId, parameters: { id: 'a' } };
const { safety: _safety, ...unsafe } = creates;
const ofGuides = {
  area: 'learn',
  method: 'GET',
  path: '/guides/{guide}',
  parameters: { guide: 'a' },
};
const schema = {
  type: 'object',
  required: ['email'],
  properties: { email: { type: 'string', format: 'email' } },
};

function endpoint(value: object, member: string, found: string | RegExp, cure: string): Row {
  return profile({ endpoints: [value] }, `endpoints[0].${member}`, found, cure);
}

/**
 * Returns the row of declared endpoints, of which the last is wrong. `more` is the rest of the
 * profile.
 */
function last(endpoints: readonly object[], found: string, cure: string, more = {}): Row {
  return profile({ endpoints, ...more }, `endpoints[${endpoints.length - 1}]`, found, cure);
}

/**
 * Returns the row of a member that both the profile and the declared endpoint GET /users/me state.
 */
function twice(member: string, value: unknown, response: object, found: string, cure: string): Row {
  const both = { [member]: { 'GET /users/me': value }, endpoints: [{ ...reads, response }] };
  return profile(both, `${member}["GET /users/me"]`, found, cure);
}

const renamed = { ...reads, path: '/users/{user}', parameters: { user: 'a' } };
const guidePath = '/guides/{id}';
const absent = { absentMethods: ['PUT'], endpoints: [{ ...creates, method: 'PUT' }] };

describeRefusals('a wrong declared endpoint', [
  endpoint({ ...reads, area: 'user' }, 'area', '"user"', 'Did you mean users?'),
  endpoint({ ...reads, area: 'authentication' }, 'area', '"authentication"', chooseOne),
  endpoint({ area: 'users', method: 'GET' }, 'path', 'nothing', 'The path.'),
  endpoint({ ...reads, savety: 'read' }, 'savety', 'an unknown key', 'Did you mean safety?'),
  endpoint({ ...reads, method: 'TRACE', safety: 'read' }, 'method', '"TRACE"', correct),
  endpoint({ ...reads, path: 'users/me' }, 'path', '"users/me"', correct),
  endpoint({ ...reads, path: '/users?me' }, 'path', '"/users?***"', correct),
  endpoint({ ...reads, path: '/users/%2e./me' }, 'path', '"/users/%2e./me"', correct),
  endpoint(byId, 'parameters.id', 'nothing', 'Add a value that GET /users/{id} accepts.'),
  endpoint(
    { ...withId, ...reads },
    'parameters.id',
    'a parameter that is not in the path',
    'Remove it, or…',
  ),
  endpoint({ ...byId, parameters: { id: '..' } }, 'parameters.id', '".."', correct),
  last(
    [reads, { ...reads, area: 'test' }],
    'GET /users/me, which profile.endpoints[0]…',
    'Remove one of the two.',
  ),
  last(
    [withId, renamed],
    'GET /users/{user}, which profile.endpoints[0] declares',
    'Remove one of the two.',
  ),
  last([ofGuides], 'the guide endpoint, which profile.guidePath names', 'Remove the endpoint.', {
    guidePath,
  }),
  endpoint(unsafe, 'safety', 'nothing', 'State the effect: read changes nothing, write needs…'),
  endpoint(
    { ...reads, response: { statuses: [200, 404] } },
    'response.statuses[1]',
    '404',
    inRange,
  ),
  twice(
    'successStatus',
    200,
    { statuses: [203] },
    'a value, although the endpoint declares response.statuses',
    'Remove it, and correct response.statuses…',
  ),
  twice(
    'responseSchemas',
    true,
    { schema: true },
    'a value, although the endpoint declares response.schema',
    'Remove it, and correct response.schema…',
  ),
  endpoint(
    { ...creates, response: { schema: true, statuses: [204] } },
    'response.schema',
    'true',
    remove,
  ),
  profile(absent, 'absentMethods', 'PUT, which PUT /users has', 'Remove PUT.'),
]);

/** Returns the row of a wrong sample that an endpoint, by default a POST, declares. */
function sample(
  request: object,
  found: string | RegExp,
  cure: string,
  declared: object = creates,
): Row {
  return endpoint({ ...declared, request }, 'request.sample', found, cure);
}

/** Returns the row of a sample that only a module can contain. */
function inModule(member: string, key: string, found: string): Row {
  const declared = `{ area: 'users', method: 'POST', path: '/users', safety: 'write', request: { sample: { ${member} } } }`;
  const files = {
    'harness.config.mjs': `export default { profile: { endpoints: [${declared}] } };`,
  };
  const place = `profile.endpoints[0].request.sample.${key}`;
  return [
    { files },
    place,
    'harness.config.mjs',
    found,
    'Write plain JSON there, or leave it out.',
  ];
}

const violates =
  /^a body that violates request\.schema: "\/email: expected a string of the form email/;

describeRefusals('a wrong sample', [
  sample({ sample: { email: 'nobody' }, schema }, violates, 'Correct the sample or the schema.'),
  sample(
    { sample: { email: '{{unique}}' }, schema },
    /0123456789abcdef01234567/,
    'Correct the sample or the schema.',
  ),
  sample({ schema }, 'nothing', 'Add request.sample: the harness derives invalid bodies…'),
  sample({ sample: {} }, 'an object', remove, reads),
  sample(
    { sample: { name: 'Ada {{uniq}}' } },
    'the placeholder "{{uniq}}"',
    'Write {{unique}}, or a plain string.',
  ),
  inModule('born: () => 0', 'born', 'a function'),
  inModule('list: [1, NaN]', 'list[1]', 'NaN'),
  inModule('list: [1, , 2]', 'list[1]', 'undefined'),
]);
