import { chooseOne, correct, describeRefusals, inRange, profile, type Row } from './refusals.ts';

const reads = { area: 'users', method: 'GET', path: '/users/me' };
const byId = { ...reads, path: '/users/{id}' };
const withId = { ...byId, parameters: { id: 'a' } };
const creates = { area: 'users', method: 'POST', path: '/users', safety: 'write' };
const { safety: _safety, ...unsafe } = creates;
const ofGuides = { area: 'learn', method: 'GET', path: '/guides/{guide}', parameters: { guide: 'a' } };
const schema = { type: 'object', required: ['email'], properties: { email: { type: 'string', format: 'email' } } };

function endpoint(value: object, member: string, found: string | RegExp, cure: string): Row {
  return profile({ endpoints: [value] }, `endpoints[0].${member}`, found, cure);
}

/** Endpoints of which the last one is wrong, beside the rest of the profile. */
function last(endpoints: readonly object[], found: string, cure: string, more = {}): Row {
  return profile({ endpoints, ...more }, `endpoints[${endpoints.length - 1}]`, found, cure);
}

/** What the profile and the endpoint GET /users/me both state. */
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
  endpoint({ ...reads, method: 'get' }, 'method', '"get"', correct),
  endpoint({ ...reads, method: 'TRACE', safety: 'read' }, 'method', 'TRACE', 'Remove the endpoint.'),
  endpoint({ ...reads, path: 'users/me' }, 'path', '"users/me"', correct),
  endpoint({ ...reads, path: '/users?me' }, 'path', '"/users?***"', correct),
  endpoint({ ...reads, path: '/users/%2e./me' }, 'path', 'the segment "%2e."', 'Remove the segment…'),
  endpoint(byId, 'parameters.id', 'nothing', 'Add a value that GET /users/{id} accepts.'),
  endpoint(
    { ...withId, ...reads },
    'parameters.id',
    'a parameter that is not in the path',
    'Remove it, or write {id}…',
  ),
  endpoint({ ...byId, parameters: { id: '..' } }, 'parameters.id', '".."', 'Set another value.'),
  endpoint({ ...byId, parameters: { id: 1 } }, 'parameters.id', '1', 'Write a string instead of a number.'),
  last([reads, { ...reads, area: 'test' }], 'GET /users/me, which profile.endpoints[0]…', 'Remove one of the two.'),
  last([withId, renamed], 'GET /users/{user}, which profile.endpoints[0] declares', 'Remove one of the two.'),
  last([ofGuides], 'the guide endpoint, which profile.guidePath names', 'Remove the endpoint.', { guidePath }),
  endpoint(unsafe, 'safety', 'nothing', 'Set read if this POST changes nothing, write if…'),
  endpoint({ ...creates, safety: 'writes' }, 'safety', '"writes"', 'Did you mean write?'),
  endpoint({ ...reads, response: { statuses: [200, 404] } }, 'response.statuses[1]', '404', inRange),
  twice(
    'successStatus',
    200,
    { statuses: [203] },
    'a status that profile.endpoints declares as well',
    'Remove it, and correct response.statuses…',
  ),
  twice(
    'responseSchemas',
    true,
    { schema: true },
    'a schema that profile.endpoints declares as well',
    'Remove it, and correct response.schema…',
  ),
  endpoint(
    { ...creates, response: { schema: true, statuses: [204] } },
    'response.schema',
    'a schema for status 204',
    'Remove…',
  ),
  endpoint(
    { ...reads, method: 'HEAD', response: { schema: true } },
    'response.schema',
    'a schema for the response to a HEAD request',
    'Remove the schema.',
  ),
  endpoint({ ...reads, scopes: ['service:a service:b'] }, 'scopes[0]', '"service:a service:b"', correct),
  profile(absent, 'absentMethods', 'PUT, which PUT /users has', 'Remove PUT.'),
]);

/** What a POST declares about its body. */
function sample(request: object, found: string | RegExp, cure: string, declared: object = creates): Row {
  return endpoint({ ...declared, request }, 'request.sample', found, cure);
}

/** A sample that only a module can contain. */
function inModule(member: string, key: string, found: string): Row {
  const declared = `{ area: 'users', method: 'POST', path: '/users', safety: 'write', request: { sample: { ${member} } } }`;
  const files = { 'harness.config.mjs': `export default { profile: { endpoints: [${declared}] } };` };
  const place = `profile.endpoints[0].request.sample.${key}`;
  return [{ files }, place, 'harness.config.mjs', found, 'Write plain JSON there, or leave it out.'];
}

const violates = /^a body that violates request\.schema: "\/email: expected a string of the form email/;

describeRefusals('a wrong sample', [
  sample({ sample: { email: 'nobody' }, schema }, violates, 'Correct the sample or the schema.'),
  sample({ sample: { email: '{{unique}}' }, schema }, /0123456789abcdef01234567/, 'Correct the sample or the schema.'),
  sample({ schema }, 'nothing', 'Add request.sample: the harness derives invalid bodies…'),
  sample({ sample: {} }, 'a body for a GET request', 'Remove the sample, or correct the method.', reads),
  sample({ sample: { name: 'Ada {{uniq}}' } }, 'the placeholder "{{uniq}}"', 'Write {{unique}}, or a plain string.'),
  inModule('born: () => 0', 'born', 'a function'),
  inModule('list: [1, NaN]', 'list[1]', 'NaN'),
  inModule('list: [1, , 2]', 'list[1]', 'undefined'),
]);
