import { users } from './given.ts';
import { correct, describeRefusals, inDigits, inRange, nameOnce, profile, type Row } from './refusals.ts';

const reads = { area: 'users', method: 'GET', path: '/users/me' };
const creates = { area: 'users', method: 'POST', path: '/users', safety: 'write' };
const address = { line1: '12 Harbour Street', city: 'Valletta', postalCode: 1234, countryCode: 'MT' };
const wrongDigit = (isin: string) => `"${isin}", whose check digit is wrong`;
const order = { isin: 'US0378331005', side: 'buy', amount: 25 };

function oneAddress(value: object, member: string, found: string, cure: string): Row {
  return profile({ addresses: [value] }, `addresses[0].${member}`, found, cure);
}

function oneOrder(value: object, member: string, found: string, cure: string): Row {
  return profile({ order: value }, `order.${member}`, found, cure);
}

describeRefusals('a wrong profile', [
  profile({ guideOrder: [users[0], 'second'] }, 'guideOrder[1]', '"second"', correct),
  profile({ guideOrder: [users[0]] }, 'guideOrder', 'a list of 1', 'Name at least 2, or leave it out.'),
  profile({ guideOrder: [users[1], users[1]] }, 'guideOrder', 'an item twice', nameOnce),
  profile({ successStatus: { 'GET /cash': 404 } }, 'successStatus["GET /cash"]', '404', inRange),
  profile({ successStatus: { 'GET /cash': '200' } }, 'successStatus["GET /cash"]', '"200"', inDigits),
  profile(
    { successStatus: { 'GET /daily-summaries': 206 } },
    'successStatus["GET /daily-summaries"]',
    '206',
    'Remove it: the specification gives the status of GET /daily-summaries.',
  ),
  profile(
    { responseSchemas: { 'GET /learn/learning-guides': true } },
    'responseSchemas["GET /learn/learning-guides"]',
    'a schema for an endpoint whose shape is specified',
    'Remove it: the specification gives the shape of GET /learn/learning-guides.',
  ),
  oneAddress({ ...address, postcode: 1 }, 'postcode', 'an unknown key', 'Did you mean postalCode?'),
  oneAddress({ line1: 'a', postalCode: 1, countryCode: 'MT' }, 'city', 'nothing', 'The city.'),
  oneAddress(
    { ...address, postalCode: [1] },
    'postalCode',
    'a list of 1',
    'Write a number or a text instead of a list of 1.',
  ),
  oneAddress({ ...address, countryCode: 'Malta' }, 'countryCode', '"Malta"', correct),
  profile({ addresses: [] }, 'addresses', 'a list of 0', 'Name at least one, or leave it out.'),
  profile(
    { addresses: Array.from({ length: 11 }, (_, at) => ({ ...address, line1: String(at) })) },
    'addresses',
    'a list of 11',
    'Leave some of them out.',
  ),
  profile({ addresses: [address, address] }, 'addresses', 'an item twice', nameOnce),
  oneOrder({ ...order, isin: 'US0378331006' }, 'isin', wrongDigit('US0378331006'), 'Correct the ISIN.'),
  oneOrder({ ...order, isin: 'US0738331005' }, 'isin', wrongDigit('US0738331005'), 'Correct the ISIN.'),
  oneOrder({ ...order, isin: 'AAPL' }, 'isin', '"AAPL"', correct),
  oneOrder({ ...order, amount: 0 }, 'amount', '0', inRange),
  oneOrder({ isin: order.isin, amount: 1 }, 'side', 'nothing', 'The direction; the specification names buy.'),
  profile(
    { waivers: [{ id: 'auth/expired' }] },
    'waivers[0].reason',
    'nothing',
    'Say why it cannot be assessed here: report and certificate show it.',
  ),
  profile({ waivers: [{ id: 'auth/expired', reason: ' ' }] }, 'waivers[0].reason', '" "', correct),
  profile({ guidePath: '/learn/learning-guides' }, 'guidePath', '"/learn/learning-guides"', correct),
  profile({ malformedUserStatus: 200 }, 'malformedUserStatus', '200', inRange),
  profile({ absentMethods: ['DELETE', 'PATCH'] }, 'absentMethods', 'PATCH, which an endpoint has', 'Remove PATCH.'),
  profile({ absentMethods: ['delete'] }, 'absentMethods[0]', '"delete"', correct),
  profile({ scopes: { 'GET /cash': ['a b'] } }, 'scopes["GET /cash"][0]', '"a b"', correct),
]);

function readBack(value: object, member: string, endpoints: readonly object[], found: string, cure: string): Row {
  return profile({ addressReadBack: value, endpoints }, `addressReadBack.${member}`, found, cure);
}

function creation(value: object, member: string, endpoints: readonly object[], found: string, cure: string): Row {
  return profile({ userCreation: value, endpoints }, `userCreation.${member}`, found, cure);
}

describeRefusals('a wrong step', [
  readBack(
    { endpoint: 'GET /users/mee' },
    'endpoint',
    [reads],
    '"GET /users/mee", which profile.endpoints does not declare',
    'Did you mean GET /users/me?',
  ),
  readBack(
    { endpoint: 'GET /users/me' },
    'endpoint',
    [],
    '"GET /users/me", which profile.endpoints does not declare',
    'Declare it in profile.endpoints.',
  ),
  readBack(
    { endpoint: 'POST /users' },
    'endpoint',
    [creates],
    'POST /users, whose safety is write',
    'Name one that reads, or correct its safety.',
  ),
  readBack(
    { endpoint: 'GET /users/me' },
    'endpoint',
    [{ ...reads, takesUser: false }],
    'GET /users/me, which takes no user',
    'Name one that takes a user, or correct its takesUser.',
  ),
  readBack({ endpoint: 'GET /users/me', address: 'data.address' }, 'address', [reads], '"data.address"', correct),
  creation(
    { endpoint: 'GET /users/me', id: '/id' },
    'endpoint',
    [reads],
    'GET /users/me, whose safety is read',
    'Name one that writes, or correct its safety.',
  ),
  creation({ endpoint: 'POST /users' }, 'id', [creates], 'nothing', "Where the new user's id stands in its answer."),
]);
