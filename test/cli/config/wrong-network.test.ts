import { anotherKey, certificate } from './certificates.ts';
import { describeRefusals, file, missing, type Row, remove, variable } from './refusals.ts';

const noCertificates = '"ca.pem", a file without readable certificates';
const convert = 'Convert it to PEM: each block starts with -----BEGIN CERTIFICATE-----.';
const rubbish = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
const ca = { network: { ca: 'ca.pem' } };
const clientCertificate = { network: { clientCertificate: { cert: 'c.pem', key: 'k.pem' } } };
const itsKey = 'network.clientCertificate.key';

function headers(values: object, name: string, found: string, cure: string): Row {
  return file({ network: { headers: values } }, `network.headers${name}`, found, cure);
}

const setsItself = 'a header that the harness sets itself';
const inBothCases = { 'x-a': 'swordfish', 'X-A': 'swordfish' };
const files = { 'c.pem': certificate, 'k.pem': anotherKey };
const traced = { traceContext: true, network: { headers: { Traceparent: 'swordfish' } } };
const keyless = { config: { network: { clientCertificate: { cert: 'c.pem' } } }, files };
const unreadable = { ...files, 'k.pem': 'swordfish' };
const proxy = { HTTPS_PROXY: 'joe:swordfish@proxy:3128' };

describeRefusals('a wrong network', [
  headers({ Authorization: 'Basic swordfish' }, '.Authorization', setsItself, remove),
  headers({ 'X-User-Id': 'swordfish' }, '["X-User-Id"]', setsItself, remove),
  file(traced, 'network.headers.Traceparent', setsItself, remove),
  headers({ 'x gateway': 'swordfish' }, '[0]', 'an invalid header name', 'Correct the name.'),
  headers(
    inBothCases,
    '["X-A"]',
    'a name that occurs twice, in different case',
    'Remove one of the two.',
  ),
  headers(
    { 'x-a': 'sword\r\nfish: 1' },
    '["x-a"]',
    'a value of 14 characters that cannot be sent',
    'Remove line…',
  ),
  file(
    { network: { headers: { 'X-A': 'swordfish' }, secretHeaders: ['x-a', 'swordfish'] } },
    'network.secretHeaders',
    'no such header for name 2',
    'Add the header to network.headers, or remove the name.',
  ),
  headers({ 'x-a': 4711 }, '["x-a"]', 'a number', 'Write a string instead of a number.'),
  file(ca, 'network.ca', 'no file at "ca.pem"', 'Correct the path.'),
  file(ca, 'network.ca', noCertificates, convert, { 'ca.pem': 'swordfish' }),
  file(ca, 'network.ca', noCertificates, convert, { 'ca.pem': rubbish }),
  missing(
    itsKey,
    keyless,
    'A PEM file with its private key. Set it, or leave the certificate out.',
  ),
  file(
    clientCertificate,
    itsKey,
    'the key of another certificate',
    'Set the key of the first certificate…',
    files,
  ),
  file(
    clientCertificate,
    itsKey,
    'a file without a readable private key',
    'Set the PEM file of the key…',
    unreadable,
  ),
  variable({ M2M_LISTEN_URL: 'harness:8099' }, '"harness:8099"', 'Add https:// in front.'),
  variable(
    proxy,
    'a string of 24 characters that is not an http or https URL',
    'Add http:// in front…',
  ),
]);
