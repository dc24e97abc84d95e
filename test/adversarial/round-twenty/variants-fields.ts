import type { Knobs } from './knobs.ts';

const flags = Array.from({ length: 90 }, (_, at) => `release-${at}=${at % 3 === 0 ? 'on' : 'off'}`).join(';');

/** Other header fields, other tokens, other addresses. */
export const variantsOfFields: Readonly<Record<string, Partial<Knobs>>> = {
  'answers-name-their-attempts': {
    fields: () => ({ server: 'envoy', 'x-envoy-attempt-count': '2', 'x-envoy-upstream-service-time': '3' }),
  },
  'answers-carry-the-status-of-a-call': {
    fields: (_, status) => ({ 'grpc-status': status < 400 ? '0' : '2', 'grpc-message': '%E2%9C%93 done' }),
  },
  'answers-return-the-baggage': { fields: () => ({ baggage: 'tenant=mesa;ttl=4;shown, release=canary%2042, empty=' }) },
  'canary-cookie-flips': {
    fields: () => ({
      'Set-Cookie': [
        `release=${Math.random() < 0.5 ? 'canary' : 'stable'}; Path=/; Max-Age=5; Partitioned; Secure`,
        'cell=7; HttpOnly',
      ],
    }),
  },
  'answers-link-their-profile': {
    fields: () => ({
      Link: '<https://mesa.example/profiles/compact>; rel="profile", </p?a=1,2>; rel="alternate profile"',
      'Content-Profile': 'compact',
    }),
  },
  'answers-tell-what-is-left-of-the-deadline': {
    fields: () => ({ 'grpc-timeout': '1875m', 'x-deadline': String(Date.now() + 1875) }),
  },
  'answers-list-their-flags': { fields: () => ({ 'x-flags': flags }) },
  'answers-list-their-variants': {
    fields: () => ({ Variants: 'accept-language;en;de, accept;json', 'Variant-Key': '(en json)' }),
  },
  'content-is-negotiated-transparently': {
    fields: () => ({ TCN: 'choice', Alternates: '{"a" 0.9 {type application/json}}, {"b" 0.1 {type text/html}}' }),
  },
  'extension-quotes-another-lifetime': { caching: 'private, edge="max-age=5, no-store", max-age=1800' },
  'vary-names-the-user-three-times': { vary: ['X-User-Id', 'x-user-id, Authorization', 'X-USER-ID'] },
  'private-data-with-every-directive': {
    privacy: 'no-store, no-cache, max-age=0, must-revalidate, proxy-revalidate, private',
  },
  'private-for-a-field-and-not-stored': { privacy: 'private="set-cookie", no-store' },
  'challenge-explains-itself': {
    challenge:
      'Bearer realm="mesa \\"edge\\", cell 7", scope="service:nbg orders:write", error_uri="https://mesa.example/e?a=1,2"',
  },
  'challenge-by-token-introduction': {
    challenge: ['PrivateToken challenge="AAIAEG1lc2E=", token-key="MEkwEw=="', 'Bearer'],
  },
  'grants-tell-what-an-exchange-tells': {
    grant: (answer) => ({
      issued_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      not_before: 0,
      ...answer,
      audience: ['a', 'b'],
    }),
  },
  'grants-number-their-fields': {
    grant: (answer) => ({ 1: answer['access_token'], 2: 'Bearer', ...answer, 15: null }),
  },
  'tokens-carry-a-chain-of-actors': {
    claims: { act: { sub: 'edge', act: { sub: 'mesh', act: { sub: 'cell-7' } } }, may_act: { sub: 'canary' } },
  },
  'tokens-carry-their-baggage': {
    claims: { baggage: 'release=canary, user=65f0a1b2c3d4e5f601a2b3c4', flags: [1, 2, 3], user: null },
  },
  'tokens-name-a-cell-in-their-header': { header: { cell: 'eu-7', typ: 'mesa-workload+jwt' } },
  'audience-is-a-workload': { audience: 'spiffe://mesa.example/ns/edge/sa/gateway' },
  'audience-is-a-letter': { audience: 'm' },
  'clients-are-workloads': {
    clientIds: ['spiffe://mesa.example/ns/a/sa/reader', 'spiffe://mesa.example/ns/b/sa/visitor'],
  },
  'secrets-look-like-tokens': {
    secrets: ['eyJhbGciOiJub25lIn0.eyJhIjoxfQ.AAAA', 'eyJhbGciOiJub25lIn0.eyJhIjoyfQ.AAAA'],
  },
  'secrets-are-long-numbers': { secrets: ['00123456789012345678901', '00123456789012345678902'] },
  'users-are-decimal-digits': {
    users: ['650010203040506070809011', '650010203040506070809012', '650010203040506070809013'],
  },
  'base-names-a-cell-by-parameters': { base: '/eu;cell=7;release=stable/edge' },
};
