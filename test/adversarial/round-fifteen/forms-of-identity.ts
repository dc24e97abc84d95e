import type { Exchange, Json, Layer, Reply, Toggle } from './layer.ts';

const desk = (change: (reply: Reply, exchange: Exchange) => Reply | Promise<Reply>): Layer => ({
  reply: (reply, exchange) => (exchange.endpoint === 'token' ? change(reply, exchange) : reply),
});

const refusals = (change: (reply: Reply) => Reply | Promise<Reply>): Layer =>
  desk((reply) => (reply.status >= 400 ? change(reply) : reply));

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const formsOfIdentity: readonly Toggle[] = [
  {
    id: 'tokens-of-the-fully-specified-ed25519',
    title: 'Tokens name the fully specified algorithm of RFC 9864, Ed25519, and not EdDSA',
    settings: { algorithm: 'Ed25519' },
  },
  {
    id: 'rsa-key-of-exponent-three',
    title: 'Tokens are signed with RS256 by a key whose public exponent is three',
    settings: { algorithm: 'RS256', rsaExponent: 3 },
  },
  {
    id: 'kid-is-empty',
    title: 'The kid of the only key, and of every token, is the empty text',
    settings: { kid: '' },
  },
  {
    id: 'header-with-a-critical-member',
    title: 'The header of a token has b64 true and lists it as critical',
    settings: { tokenHeader: { b64: true, crit: ['b64'] } },
  },
  {
    id: 'audience-of-one-letter',
    title: 'The audience is one letter, and that of other tokens is the next one',
    settings: { audience: 'm', otherAudience: 'n' },
  },
  {
    id: 'other-audience-continues-ours',
    title: 'The other audience begins with ours, and goes on with a path',
    settings: { otherAudience: 'https://api.fjordinvest.example/admin' },
  },
  {
    id: 'expired-half-a-century-ago',
    title: 'The expired token ended on the second day of 1970',
    settings: { expiredAt: () => 86_400 },
  },
  {
    id: 'secrets-between-spaces',
    title: 'Secrets begin and end with a space',
    settings: {
      clients: {
        scoped: { id: 'fjord-shelf', secret: ' harbour lantern ' },
        unscoped: { id: 'fjord-desk', secret: ' winter ferry ' },
      },
    },
  },
  {
    id: 'user-ids-differ-in-the-first-digit',
    title: 'The ids of the users differ in their first digit only',
    settings: {
      users: {
        first: '1d4be8802fa93c7150e6b2a0',
        second: '2d4be8802fa93c7150e6b2a0',
        denied: '3d4be8802fa93c7150e6b2a0',
      },
    },
  },
  {
    id: 'denied-scopes-are-told',
    title: 'Tokens and their answer tell in further members which scopes were not granted, service:nbg among them',
    layer: () => ({
      claims: (claims) => ({ ...claims, not_granted: claims.scope.includes('nbg') ? '' : 'service:nbg' }),
      ...desk((reply, { client }) => ({
        ...reply,
        body: { ...(reply.body as Json), denied_scope: client === 'unscoped' ? 'service:nbg' : '' },
      })),
    }),
  },
  {
    id: 'token-refusals-are-problems',
    title: 'The token endpoint refuses with application/problem+json',
    layer: () =>
      refusals((reply) => ({
        ...reply,
        headers: { ...reply.headers, 'content-type': 'application/problem+json' },
        body: { type: 'about:blank', title: 'Refused', status: reply.status },
      })),
  },
  {
    id: 'token-refusals-have-no-body',
    title: 'The token endpoint refuses without a body',
    layer: () => refusals(({ status, headers }) => ({ status, headers })),
  },
  {
    id: 'wrong-secrets-are-answered-late',
    title: 'The token endpoint takes two fifths of a second to refuse, so that nobody guesses',
    layer: () => refusals((reply) => later(400).then(() => reply)),
  },
  {
    id: 'token-answer-of-its-own-media-type',
    title: 'The token answer is application/vnd.fjord.token+json',
    layer: () =>
      desk((reply) => ({
        ...reply,
        headers: { ...reply.headers, 'content-type': 'application/vnd.fjord.token+json' },
      })),
  },
  {
    id: 'read-back-path-has-an-escape',
    title: 'The path at which an address is read back has an escaped letter',
    settings: {
      readBack: { path: '/users/%6De/where-i-live', pointer: '/address', show: (address) => ({ address }) },
    },
  },
  {
    id: 'read-back-below-letters-beyond-ascii',
    title: 'The address is read back below members whose names have letters beyond ASCII and spaces',
    settings: {
      readBack: {
        path: '/users/me/address',
        pointer: '/bopæl nu/ﬂyttet 🏠',
        show: (address) => ({ 'bopæl nu': { 'ﬂyttet 🏠': address, address: null } }),
      },
    },
  },
  {
    id: 'single-guides-at-both-paths',
    title: 'Single guides are served at both paths that the specification allows for',
    settings: { guidePaths: ['/learn/learning-guides/', '/learning-guides/'] },
  },
];
