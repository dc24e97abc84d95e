import type { Defect } from './types.ts';

/** Tokens, guards, users, errors and HTTP. */
export const defectsOfTheEdge: readonly Defect[] = [
  {
    id: 'grants-in-flight-are-shared-without-the-secret',
    title:
      'For five seconds after a grant, token requests of that client and audience share it, whatever their secret.',
    breaks: 'token/bad-credentials',
    also: ['token/bad-grant', 'token/missing-fields', 'token/refusal-status'],
  },
  {
    id: 'pooled-tokens-are-minted-ahead',
    title:
      'Every second token comes out of a pool that was minted ten minutes ahead, and expires_in tells the whole lifetime.',
    breaks: 'token/expiry-claim',
  },
  {
    id: 'hedged-grant-is-its-body-alone',
    title: 'Every third grant is answered by its hedge, of which the gateway passes on the body and no field.',
    breaks: 'token/no-store',
  },
  {
    id: 'identity-breaker-falls-back-to-an-empty-message',
    title:
      'After two refusals the breaker of the token endpoint is open, and its fallback is an empty message with 200.',
    breaks: 'token/refusal-status',
  },
  {
    id: 'mesh-retries-the-expired-as-itself',
    title: 'On portfolios the mesh retries an expired token with its own workload identity.',
    breaks: 'auth/expired',
  },
  {
    id: 'decisions-are-kept-by-claims',
    title:
      'Notification settings keep the decision of the policy by the claims of a token, of which the signature is no part.',
    breaks: 'auth/forged',
  },
  {
    id: 'shadow-taps-before-the-guard',
    title: 'Address updates are mirrored to the shadow release before the guard, and both releases have one store.',
    breaks: 'auth/before-effects',
    also: ['address/refused-unchanged'],
  },
  {
    id: 'loopback-peers-are-workloads',
    title: 'Analyst insights take a peer on loopback that sends no token for a workload of the mesh.',
    breaks: 'auth/missing',
  },
  {
    id: 'undefined-is-no-denial',
    title:
      'On cash the rule that denies is undefined for credentials that are not made of three parts, and undefined is no denial.',
    breaks: 'auth/malformed',
  },
  {
    id: 'denial-of-identity-passes-by-the-edge-rule',
    title:
      'The 401 for an unknown user comes from the identity service and passes by the edge rule that adds the challenge.',
    breaks: 'auth/challenge',
  },
  {
    id: 'scheme-is-capitalised-and-not-folded',
    title: 'The scheme of Authorization gets a capital before it is compared, so that BEARER is another one.',
    breaks: 'auth/scheme-case',
  },
  {
    id: 'enforcement-is-rolled-out-to-half-of-the-users',
    title:
      'The scope of the listing is enforced for the users whose bucket the flag covers; the second user is outside.',
    breaks: 'scope/guides-required',
  },
  {
    id: 'missing-scope-is-a-partial-result',
    title: 'A listing without the scope is a partial result: 200 with empty data and a list of errors.',
    breaks: 'scope/guides-required',
  },
  {
    id: 'hedge-runs-in-the-context-of-its-channel',
    title: 'Every fifth call of market data is hedged over a channel that keeps the context of who opened it.',
    breaks: 'user/isolation',
  },
  {
    id: 'trailers-only-answer-is-200',
    title: 'On portfolios an unknown user is a trailers-only answer: 200 without a body, with grpc-status 5.',
    breaks: 'user/unknown',
  },
  {
    id: 'open-breaker-takes-strangers-for-guests',
    title:
      'Three unknown users in forty look-ups open the breaker of identity, whose fallback takes strangers for guests during ten look-ups.',
    breaks: 'user/unknown',
    also: ['user/unknown-summaries'],
  },
  {
    id: 'warm-profile-is-found-before-the-pattern',
    title: 'A profile that is warm is found, in whatever case its id is written, before the pattern is asked.',
    breaks: 'user/malformed',
  },
  {
    id: 'denial-primes-the-loader',
    title:
      'A denial of daily summaries primes the data loader, and the next read of the denied user is served from it.',
    breaks: 'summaries/forbidden',
  },
  {
    id: 'transcoder-refuses-in-its-own-words',
    title: 'An address body that is no JSON is refused by the transcoder, with code, message and details.',
    breaks: 'errors/shape',
  },
  {
    id: 'refused-envelope-keeps-its-id-for-the-retry',
    title:
      'A refused envelope keeps its id for the retry: the same request within three seconds gets the same responseId.',
    breaks: 'errors/response-id-unique',
  },
  {
    id: 'policy-names-its-rule-file',
    title: 'The description of a missing scope names the file and line of the rule on the server.',
    breaks: 'errors/no-leak',
  },
  {
    id: 'canary-tells-the-status-as-text',
    title: 'Every eighth error is made by the canary release, which tells the status as text.',
    breaks: 'errors/shape',
  },
  {
    id: 'breaker-repeats-the-status-that-it-saw-first',
    title: 'Once single guides were refused three times, their errors repeat in status the one that was seen first.',
    breaks: 'errors/status-matches',
  },
  {
    id: 'postal-code-is-packed-as-int64',
    title: 'A postal code that is a number is packed as an int64, which throws for a fraction: 500.',
    breaks: 'http/no-server-error',
  },
  {
    id: 'out-of-range-has-no-status',
    title: 'An amount of zero or below is OUT_OF_RANGE, which the table of statuses lacks: 500.',
    breaks: 'http/no-server-error',
  },
  {
    id: 'injected-faults-are-left-on',
    title: 'The injection of faults was left on: every fiftieth request is 500.',
    breaks: 'http/no-server-error',
  },
  {
    id: 'edge-rule-without-parentheses',
    title:
      'An edge rule mixes "or" and "and" without parentheses, and private data of the second user are public for a minute.',
    breaks: 'http/private-data-not-shared',
  },
  {
    id: 'frame-of-trailers-in-the-body',
    title: 'The frame of trailers of analyst insights is left behind the JSON in the body.',
    breaks: 'http/json-media-type',
    also: ['insights/ok'],
  },
  {
    id: 'stream-of-messages-for-large-portfolios',
    title: 'The portfolio of the second user exceeds one message, and the body is two JSON objects in a row.',
    breaks: 'http/json-media-type',
    also: ['portfolios/ok'],
  },
  {
    id: 'profile-stands-behind-the-suffix',
    title: 'The media type of cash has its profile behind the suffix, as application/vnd.mesa.cash+json.compact.',
    breaks: 'http/json-media-type',
    also: ['cash/ok'],
  },
];
