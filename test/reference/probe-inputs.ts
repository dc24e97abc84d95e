import type { RunningReference } from '../../fixtures/reference/index.ts';
import { sampleAddress } from '../../fixtures/samples/address.ts';
import { sampleOrder } from '../../fixtures/samples/order.ts';

/** Query strings, by what is peculiar about them. */
export function queries({ users: { first } }: RunningReference, token: string): Record<string, string> {
  const credentials = `access_token=${token}&x-user-id=${first}`;
  return { one: 'limit=1', twice: 'a=1&a=2', undecodable: 'q=%ff', long: `q=${'x'.repeat(300)}`, credentials };
}

/** What a request for a token gets wrong. */
export const tokenChanges = {
  'other grant': { grant_type: 'password' },
  'no grant': { grant_type: undefined },
  'no id': { client_id: undefined },
  'no secret': { client_secret: undefined },
  'secret list': { client_secret: ['x'] },
  'no audience': { audience: undefined },
  'other audience': { audience: 'https://other.example' },
  'wrong secret': { client_secret: 'wrong' },
  'unknown client': { client_id: 'nobody' },
};

/** What a socket is sent as it is. */
export const bytes = {
  'bare line feed': 'GET /m2m/cash HTTP/1.1\nHost: a\n\n',
  'unknown method': 'BREW /m2m/cash HTTP/1.1\r\nHost: a\r\n\r\n',
  'large header': `GET /m2m/cash HTTP/1.1\r\nHost: a\r\nx: ${'y'.repeat(30_000)}\r\n\r\n`,
  'length that is no number': 'GET /m2m/cash HTTP/1.1\r\nHost: a\r\nContent-Length: abc\r\n\r\n',
  ordinary: 'GET /m2m/cash HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
};

/** Bodies for the address and the order. */
export const bodies = {
  address: JSON.stringify({ address: sampleAddress }),
  order: JSON.stringify(sampleOrder),
  cut: '{',
  null: 'null',
  list: '{"address":[]}',
  number: '{"address":{"line1":7,"countryCode":"MT"}}',
  empty: '',
  plain: JSON.stringify({ address: sampleAddress }),
  large: JSON.stringify({ address: 'x'.repeat(1_100_000) }),
};

/** Values of x-user-id. */
export function users({ users: { first, unknown } }: RunningReference): Record<string, string | undefined> {
  return {
    none: undefined,
    unknown,
    empty: '',
    uppercase: first.toUpperCase(),
    longer: `${first}0`,
    prefixed: `x${first}`,
    twice: `${first}, ${first}`,
    hyphenated: `${first.slice(0, 12)}-${first.slice(12)}`,
    fullWidth: Buffer.from(first.replace('a', '\uff41')).toString('latin1'),
  };
}

/** Values of Authorization. */
export function authorizations(
  { expiredToken, otherAudienceToken }: RunningReference,
  good: string,
): Record<string, string> {
  return {
    bare: good,
    basic: `Basic ${good}`,
    lower: `bearer ${good}`,
    upper: `BEARER ${good}`,
    spaces: `Bearer   ${good}`,
    twice: `Bearer ${good} ${good}`,
    within: `Bearer "${good}"`,
    empty: '',
    scheme: 'Bearer',
    word: 'Bearer word',
    expired: `Bearer ${expiredToken}`,
    otherAudience: `Bearer ${otherAudienceToken}`,
  };
}

/** Ids of guides: none, malformed ones, the last of the listing, and the first with more to it. */
export const guideIds = [
  '0a0a0a0a0a0a0a0a0a0a0a0a',
  'xyz',
  '%00',
  '65f2a7d19c3b8e0041aa0c06',
  '65f2a7d19c3b8e0041aa0c070',
  '65f2a7d19c3b8e0041aa0c-07',
  '65f2a7d19c3b8e0041aa0c0',
];
