import { chooseOne, correct, describeRefusals, inRange, profile, type Row } from './refusals.ts';

const reads = { area: 'users', method: 'GET', path: '/users/me' };
const byId = { ...reads, path: '/users/{id}' };
const creates = { area: 'users', method: 'POST', path: '/users', safety: 'write' };
const schema = { type: 'object', required: ['email'], properties: { email: { type: 'string', format: 'email' } } };

/** One declared endpoint. */
function endpoint(value: object, member: string, found: string | RegExp, cure: string): Row {
  return profile({ endpoints: [value] }, `endpoints[0].${member}`, found, cure);
}

describeRefusals('a wrong declared endpoint', [
  endpoint({ ...reads, area: 'user' }, 'area', '"user"', 'Did you mean users?'),
  endpoint({ ...reads, area: 'authentication' }, 'area', '"authentication"', chooseOne),
  endpoint({ area: 'users', method: 'GET' }, 'path', 'nothing', 'The path.'),
  endpoint({ ...reads, savety: 'read' }, 'savety', 'an unknown key', 'Did you mean safety?'),
  endpoint({ ...reads, method: 'get' }, 'method', '"get"', correct),
  endpoint({ ...reads, method: 'TRACE', safety: 'read' }, 'method', 'TRACE', 'Remove the endpoint.'),
  endpoint({ ...reads, path: 'users/me' }, 'path', '"users/me"', correct),
  endpoint({ ...reads, path: 'https://api.example.com/users' }, 'path', '"https://api.example.com/users"', correct),
  endpoint({ ...reads, path: '/users?me' }, 'path', '"/users?***"', correct),
  endpoint(
    { ...reads, path: '/users/%2e./me' },
    'path',
    'the segment "%2e."',
    'Write the path without it: clients and proxies resolve such segments.',
  ),
  endpoint(byId, 'parameters.id', 'nothing', 'Add a value with which GET /users/{id} answers.'),
  endpoint(
    { ...reads, parameters: { id: 'a' } },
    'parameters.id',
    'a parameter that is not in the path',
    'Remove it, or write {id} into the path.',
  ),
  endpoint({ ...byId, parameters: { id: '..' } }, 'parameters.id', '".."', 'Give another value.'),
  endpoint({ ...byId, parameters: { id: 1 } }, 'parameters.id', '1', 'Write a text instead of a number.'),
  profile(
    { endpoints: [reads, { ...reads, area: 'test' }] },
    'endpoints[1]',
    'GET /users/me, which profile.endpoints[0] declares',
    'Remove one of the two.',
  ),
  profile(
    {
      endpoints: [
        { ...byId, parameters: { id: 'a' } },
        { ...reads, path: '/users/{user}', parameters: { user: 'a' } },
      ],
    },
    'endpoints[1]',
    'GET /users/{user}, which profile.endpoints[0] declares',
    'Remove one of the two.',
  ),
  profile(
    {
      guidePath: '/guides/{id}',
      endpoints: [{ area: 'learn', method: 'GET', path: '/guides/{guide}', parameters: { guide: 'a' } }],
    },
    'endpoints[0]',
    'the guide endpoint, which profile.guidePath names',
    'Remove the endpoint.',
  ),
  endpoint(
    { area: 'users', method: 'POST', path: '/users' },
    'safety',
    'nothing',
    'Say whether this POST changes nothing (read), changes data (write) or trades (order).',
  ),
  endpoint({ ...creates, safety: 'writes' }, 'safety', '"writes"', 'Did you mean write?'),
  endpoint({ ...reads, response: { statuses: [200, 404] } }, 'response.statuses[1]', '404', inRange),
  profile(
    { successStatus: { 'GET /users/me': 200 }, endpoints: [{ ...reads, response: { statuses: [203] } }] },
    'successStatus["GET /users/me"]',
    'statuses of the endpoint elsewhere',
    'Remove it, and correct response.statuses of the endpoint.',
  ),
  profile(
    { responseSchemas: { 'GET /users/me': true }, endpoints: [{ ...reads, response: { schema: true } }] },
    'responseSchemas["GET /users/me"]',
    'a schema of the endpoint elsewhere',
    'Remove it, and correct response.schema of the endpoint.',
  ),
  endpoint(
    { ...creates, response: { schema: true, statuses: [204] } },
    'response.schema',
    'a schema of a 204',
    'Remove the schema, or add another status.',
  ),
  endpoint(
    { ...reads, method: 'HEAD', response: { schema: true } },
    'response.schema',
    'a schema of the answer to a HEAD',
    'Remove the schema.',
  ),
  endpoint({ ...reads, scopes: ['service:a service:b'] }, 'scopes[0]', '"service:a service:b"', correct),
  profile(
    { absentMethods: ['PUT'], endpoints: [{ ...creates, method: 'PUT' }] },
    'absentMethods',
    'PUT, which PUT /users has',
    'Remove PUT.',
  ),
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

describeRefusals('a wrong sample', [
  sample(
    { sample: { email: 'nobody' }, schema },
    /^a body that contradicts request\.schema: "\/email: expected text of the form email/,
    'Correct the sample or the schema.',
  ),
  sample({ sample: { email: '{{unique}}' }, schema }, /0123456789abcdef01234567/, 'Correct the sample or the schema.'),
  sample({ schema }, 'nothing', 'Add request.sample: what contradicts the schema is made of it, in one place each.'),
  sample({ sample: {} }, 'a body of a GET', 'Remove the sample, or correct the method.', reads),
  sample({ sample: { name: 'Ada {{uniq}}' } }, 'the mark "{{uniq}}"', 'Write {{unique}}, or the text itself.'),
  inModule('born: () => 0', 'born', 'a function'),
  inModule('born: new Date(0)', 'born', 'an object of the kind Date'),
  inModule('born: undefined', 'born', 'undefined'),
  inModule('list: [1, NaN]', 'list[1]', 'NaN'),
  inModule('list: [1, , 2]', 'list[1]', 'undefined'),
]);
