import { lacking } from './given.ts';
import { describeRefusals, missing, type Row, variable } from './refusals.ts';

const useHttps =
  'Use https. To send credentials in clear text nevertheless, set M2M_ALLOW_PLAIN_HTTP=1.';

function baseUrl(url: string, cure: string, found = url): Row {
  return variable({ M2M_BASE_URL: url }, `"${found}"`, cure);
}

const emptyFlag = { ...lacking('M2M_BASE_URL'), flags: { baseUrl: '' } };
const halfSet = 'nothing, although M2M_AUTH_URL sets target.authUrl';

describeRefusals('a wrong target', [
  baseUrl('api.example.com/v1', 'Add https:// in front.'),
  baseUrl('localhost:8080', 'Add http:// in front.'),
  baseUrl('https:/api.example.com', 'Write two slashes after the scheme.'),
  baseUrl(
    'https://api.example.com/?key=swordfish',
    'Remove the query.',
    'https://api.example.com/?***',
  ),
  baseUrl('https://api.example.com/#top', 'Remove the fragment.', 'https://api.example.com/#***'),
  baseUrl(
    'https://joe:swordfish@api.example.com/',
    'Remove the credentials. …',
    'https://***@api.example.com/',
  ),
  baseUrl('ftp://api.example.com', 'Use https.'),
  baseUrl('http://api.example.com', useHttps),
  baseUrl(' https://api.example.com', 'Remove the white space.'),
  baseUrl('https://', 'Correct the URL.'),
  [
    emptyFlag,
    'target.baseUrl',
    'flag --base-url',
    'an empty string',
    'Give it a value, or leave it out.',
  ],
  variable(
    { M2M_AUTH_URL: 'http://auth.example.com/token' },
    '"http://auth.example.com/token"',
    useHttps,
  ),
  variable(
    { M2M_JWKS_URL: 'auth.example.com/jwks' },
    '"auth.example.com/jwks"',
    'Add https:// in front.',
  ),
  missing(
    'target.authUrl',
    lacking('M2M_AUTH_URL'),
    'Set --auth-url or M2M_AUTH_URL, or M2M_TOKEN…',
  ),
  [
    lacking('M2M_BASE_URL'),
    'target.baseUrl',
    'not set',
    halfSet,
    'Set --base-url or M2M_BASE_URL; …',
  ],
  variable(
    { M2M_ALLOW: 'writes,orders' },
    'orders allowed on a target that is not declared a sandbox',
    'M2M_SANDBOX=1…',
    { item: '.orders' },
  ),
]);
