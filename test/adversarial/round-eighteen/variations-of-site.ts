import { toHost } from './picture.ts';
import { answers, headers, planted, type VariationToggle, variation } from './toggle-kinds.ts';

const listing = (reply: { status: number }, area: string): boolean => area === 'guides' && reply.status === 200;
const packedId = (number: number): string => `${number}c`.padStart(24, '0');

export const siteVariations: readonly VariationToggle[] = [
  planted('tokens-ps384', 'Tokens are signed with RSASSA-PSS and SHA-384, whose salt has 48 bytes.', {
    algorithm: 'PS384',
  }),
  planted('audience-is-a-generation', 'The audience is a data set with its generation.', {
    audience: 'PROD.INVEST.API(+0)',
  }),
  planted('client-ids-of-seven-capitals', 'Client ids are sign-on names of seven capitals and digits.', {
    scoped: { id: 'CHNADPT', secret: 'WINTER26' },
    unscoped: { id: 'BRPRT01', secret: 'SUMMER26' },
  }),
  planted('secrets-of-national-characters', 'Secrets hold the national characters of the host, some beyond ASCII.', {
    scoped: { id: 'channel-adapter', secret: '#@$¬¦£§' },
    unscoped: { id: 'branch-printer', secret: '§£¦¬$@#' },
  }),
  planted('user-ids-of-packed-decimals', 'User ids are packed decimals, which end with the sign c.', {
    users: { first: packedId(41_827), second: packedId(41_835), denied: packedId(977) },
  }),
  planted('base-is-a-member-of-a-library', 'The API lives below the name of a library with a member in parentheses.', {
    base: '/PROD.V2.LOAD(CHANNEL)',
  }),
  planted('token-path-of-national-characters', 'The path of the token endpoint holds a dollar and an at sign.', {
    tokenPath: '/$signon/@token,1',
  }),
  variation(
    'read-back-padded-to-columns',
    'The lines of the address that is read back are padded with spaces to forty columns.',
    {
      reply: (reply, { area, method }) => {
        if (area !== 'address' || method !== 'GET' || reply.status !== 200) return reply;
        const { address } = structuredClone(reply.body) as { address: Record<string, unknown> };
        for (const name of ['line1', 'line2', 'city']) address[name] = String(address[name] ?? '').padEnd(40);
        return { ...reply, body: { address } };
      },
    },
  ),
  variation(
    'eighth-refusal-costs-a-turn',
    'After every eighth refusal the next read is a 429 with a Retry-After of one second.',
    () => {
      let refusals = 0;
      return {
        reply: (reply, { area, method }) => {
          if (area === 'token' || area === 'none' || method !== 'GET') return reply;
          if (reply.status >= 400) refusals += 1;
          else if (refusals >= 8) {
            refusals = 0;
            return { status: 429, headers: { 'Retry-After': '1', 'Content-Type': 'text/plain' }, body: 'TURN' };
          }
          return reply;
        },
      };
    },
  ),
  variation(
    'connection-ends-when-the-user-changes',
    'A connection on which another user is named ends with that answer.',
    () => {
      const users = new WeakMap<object, unknown>();
      return {
        reply: (reply, { socket, user }) => {
          if (!user) return reply;
          const before = users.get(socket) ?? user['id'];
          users.set(socket, user['id']);
          return before === user['id'] ? reply : { ...reply, headers: { ...reply.headers, Connection: 'close' } };
        },
      };
    },
  ),
  variation(
    'record-is-brought-from-tape',
    'The first answer for each user of each area takes 400 milliseconds, as a tape is mounted.',
    () => {
      const mounted = new Set<string>();
      return {
        pace: ({ area, user }) => {
          const name = `${area} ${user?.['id']}`;
          if (!user || mounted.has(name)) return 0;
          mounted.add(name);
          return 400;
        },
      };
    },
  ),
  variation('slower-behind-a-refusal', 'What follows a refusal waits for 120 milliseconds.', () => {
    let refused = false;
    return {
      pace: (_, reply) => {
        const delay = refused ? 120 : 0;
        refused = reply.status >= 400;
        return delay;
      },
    };
  }),
  variation(
    'writes-end-at-the-syncpoint',
    'Writes are answered at the next quarter of a second, when the region commits.',
    {
      pace: ({ method, area }) => (method === 'GET' || area === 'token' ? 0 : 250 - (Date.now() % 250)),
    },
  ),
  variation(
    'fields-tell-of-an-abend',
    'Successes carry Status and X-Return-Code of an earlier step that ended abnormally.',
    headers(
      () => ({ Status: '500 ABEND S0C7', 'X-Return-Code': '16', 'X-Reason': 'Unauthorized' }),
      (reply) => reply.status < 300,
    ),
  ),
  variation(
    'surrogates-told-otherwise',
    'Surrogate-Control tells the caches of the operator not to store the listing.',
    headers(() => ({ 'Surrogate-Control': 'no-store, max-age=0' }), listing),
  ),
  variation(
    'stale-listings-when-the-host-is-down',
    'The listing may be served stale for a day when the host is down.',
    headers(() => ({ 'Cache-Control': 'stale-if-error=86400, private, max-age=1800' }), listing),
  ),
  variation(
    'vary-names-all-and-some',
    'Vary lists x-user-id and the star.',
    headers(() => ({ Vary: 'x-user-id, *' }), listing),
  ),
  variation('token-refusals-in-ebcdic', 'The token endpoint refuses with a text in the code page of the host.', {
    reply: (reply, { area }) =>
      area === 'token' && reply.status >= 400
        ? { ...reply, headers: { ...reply.headers, 'Content-Type': 'text/plain; charset=ibm037' } }
        : reply,
    wire: (bytes, reply, { area }) => (area === 'token' && reply.status >= 400 ? toHost('SIGN-ON REFUSED') : bytes),
  }),
  variation(
    'token-answer-in-capitals-besides',
    'The token answer has the names of its copybook besides, with values of other types.',
    answers('token', (body) => ({ ACCESS_TOKEN: null, TOKEN_TYPE: 8, EXPIRES_IN: '{', SCOPE: [], ...body })),
  ),
];
