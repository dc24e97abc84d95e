import { users } from './given.ts';
import { correct, describeRefusals, inRange, nameOnce, profile, type Row } from './refusals.ts';

const reads = { area: 'users', method: 'GET', path: '/users/me' };
const creates = { area: 'users', method: 'POST', path: '/users', safety: 'write' };
const address = { line1: '12 Harbour Street', city: 'Valletta', postalCode: 1234, countryCode: 'MT' };
const { city: _city, ...cityless } = address;
const eleven = Array.from({ length: 11 }, (_, at) => ({ ...address, line1: String(at) }));
const order = { isin: 'US0378331005', side: 'buy', amount: 25 };

function oneAddress(value: object, member: string, found: string, cure: string): Row {
  return profile({ addresses: [value] }, `addresses[0].${member}`, found, cure);
}

function oneOrder(value: object, member: string, found: string, cure: string): Row {
  return profile({ order: value }, `order.${member}`, found, cure);
}

/** A value that the profile states of one endpoint. */
function ofEndpoint(member: string, id: string, value: unknown, found: string, cure: string, item = ''): Row {
  return profile({ [member]: { [id]: value } }, `${member}["${id}"]${item}`, found, cure);
}

describeRefusals('a wrong profile', [
  profile({ guideOrder: [users[0], 'second'] }, 'guideOrder[1]', '"second"', correct),
  profile({ guideOrder: [users[0]] }, 'guideOrder', 'a list of 1', 'Name at least 2, or leave it out.'),
  profile({ guideOrder: [users[1], users[1]] }, 'guideOrder', 'a duplicate item', nameOnce),
  ofEndpoint('successStatus', 'GET /cash', 404, '404', inRange),
  ofEndpoint('successStatus', 'GET /daily-summaries', 206, '206', 'Remove it: the specification states the status…'),
  ofEndpoint('responseSchemas', 'GET /learn/learning-guides', true, 'a schema for an endpoint…', 'Remove it: …'),
  ofEndpoint('scopes', 'GET /cash', ['a b'], '"a b"', correct, '[0]'),
  oneAddress({ ...address, postcode: 1 }, 'postcode', 'an unknown key', 'Did you mean postalCode?'),
  oneAddress(cityless, 'city', 'nothing', 'The city.'),
  oneAddress({ ...address, postalCode: [1] }, 'postalCode', 'a list of 1', 'Write a number or a string instead…'),
  oneAddress({ ...address, countryCode: 'Malta' }, 'countryCode', '"Malta"', correct),
  profile({ addresses: eleven }, 'addresses', 'a list of 11', 'Leave some of them out.'),
  profile({ addresses: [address, address] }, 'addresses', 'a duplicate item', nameOnce),
  oneOrder({ ...order, isin: 'US0378331006' }, 'isin', '"US0378331006", whose check digit…', 'Correct the ISIN.'),
  oneOrder({ ...order, isin: 'US0738331005' }, 'isin', '"US0738331005", whose check digit…', 'Correct the ISIN.'),
  oneOrder({ ...order, isin: 'AAPL' }, 'isin', '"AAPL"', correct),
  oneOrder({ ...order, amount: 0 }, 'amount', '0', inRange),
  oneOrder({ isin: order.isin, amount: 1 }, 'side', 'nothing', 'Give the side. The specification shows only buy.'),
  profile({ waivers: [{ id: 'auth/expired' }] }, 'waivers[0].reason', 'nothing', 'Say why it cannot be assessed here…'),
  profile({ waivers: [{ id: 'auth/expired', reason: ' ' }] }, 'waivers[0].reason', '" "', correct),
  profile({ guidePath: '/learn/learning-guides' }, 'guidePath', '"/learn/learning-guides"', correct),
  profile({ malformedUserStatus: 200 }, 'malformedUserStatus', '200', inRange),
  profile({ absentMethods: ['DELETE', 'PATCH'] }, 'absentMethods', 'PATCH, which an endpoint has', 'Remove PATCH.'),
  profile({ absentMethods: ['delete'] }, 'absentMethods[0]', '"delete"', correct),
]);

function readBack(value: object, member: string, endpoints: readonly object[], found: string, cure: string): Row {
  return profile({ addressReadBack: value, endpoints }, `addressReadBack.${member}`, found, cure);
}

function creation(value: object, member: string, endpoints: readonly object[], found: string, cure: string): Row {
  return profile({ userCreation: value, endpoints }, `userCreation.${member}`, found, cure);
}

const me = { endpoint: 'GET /users/me' };
const mee = { endpoint: 'GET /users/mee' };
const post = { endpoint: 'POST /users' };
const userless = { ...reads, takesUser: false };

describeRefusals('a wrong step', [
  readBack(mee, 'endpoint', [reads], '"GET /users/mee", which profile…', 'Did you mean GET /users/me?'),
  readBack(me, 'endpoint', [], '"GET /users/me", which profile…', 'Declare it in profile.endpoints.'),
  readBack(post, 'endpoint', [creates], 'POST /users, whose safety is write', 'Name one that reads…'),
  readBack(me, 'endpoint', [userless], 'GET /users/me, which takes no user', 'Name one that takes a user…'),
  readBack({ ...me, address: 'data.address' }, 'address', [reads], '"data.address"', correct),
  creation({ ...me, id: '/id' }, 'endpoint', [reads], 'GET /users/me, whose safety is read', 'Name one that writes…'),
  creation(post, 'id', [creates], 'nothing', "Give the location of the new user's id in the response."),
]);
