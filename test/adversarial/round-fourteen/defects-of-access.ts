import type { Defect } from './types.ts';

/** Tokens, the authorizer, users, and what errors look like. */
export const ofAccess: readonly Defect[] = [
  {
    id: 'index-does-not-project-the-secret',
    title: 'A client that is warm is read through an index that does not project the secret, and none is compared.',
    breaks: 'token/bad-credentials',
  },
  {
    id: 'clock-of-the-snapshot',
    title: 'Tokens are dated by the clock of the snapshot that the function was restored from, ten minutes ago.',
    breaks: 'token/expiry-claim',
  },
  {
    id: 'unmatched-error-is-the-default-response',
    title: 'The error of an unknown client fits no pattern of the integration, and the default response is 200.',
    breaks: 'token/refusal-status',
  },
  {
    id: 'zero-and-its-text',
    title: 'Where interest is zero, the text of the daily interest is the number zero, as && has it.',
    breaks: 'summaries/schema',
  },
  {
    id: 'granted-scopes-stay-warm',
    title: 'The scopes of a grant are pushed to a list that stays warm, and the next client has them too.',
    breaks: 'token/scope-withheld',
    also: ['scope/guides-required'],
  },
  {
    id: 'grants-are-registered-once-an-hour',
    title:
      'Grants are registered under client and hour by a conditional write, and a renewed one fails the condition in silence.',
    breaks: 'token/renewal',
  },
  {
    id: 'verdict-is-a-text',
    title: 'Where a token cannot be decoded, the authorizer answers "false", which the gateway takes for true.',
    breaks: 'auth/malformed',
    also: ['auth/before-effects'],
  },
  {
    id: 'entry-written-before-the-clock',
    title:
      'The authorizer writes the entry of a token before it looks at the clock, and finds an expired one there the second time.',
    breaks: 'auth/expired',
    also: ['auth/before-effects'],
  },
  {
    id: 'policy-kept-by-client',
    title: 'Policies are kept by client, and the audience of a second token is that of the first.',
    breaks: 'auth/other-audience',
  },
  {
    id: 'expired-has-its-own-gateway-response',
    title: 'Expired tokens have a gateway response of their own, to which nobody mapped the challenge.',
    breaks: 'auth/challenge',
  },
  {
    id: 'refused-events-are-redriven',
    title: 'Updates that the authorizer refused go to a queue of dead letters, which is redriven past it.',
    breaks: 'auth/before-effects',
  },
  {
    id: 'stage-cache-before-the-authorizer',
    title: 'The cache of the stage answers insights by path and user before the authorizer is asked.',
    breaks: 'auth/missing',
    also: ['auth/malformed', 'auth/forged', 'auth/expired', 'auth/other-audience', 'auth/before-effects'],
  },
  {
    id: 'verification-answer-is-an-object',
    title: 'The key service answers { valid: false }, and the authorizer asks whether there is an answer.',
    breaks: 'auth/forged',
    also: ['scope/forged-scope', 'auth/before-effects'],
  },
  {
    id: 'context-keeps-the-scopes',
    title:
      'The context of the authorizer is assigned onto that of the call before, whose scopes stay for a token without the claim.',
    breaks: 'scope/guides-required',
    also: ['auth/before-effects'],
  },
  {
    id: 'policy-of-the-first-area',
    title: 'A policy that was made for another area is kept for a moment and does not hold the listing.',
    breaks: 'scope/guides-sufficient',
    also: ['guides/ok'],
  },
  {
    id: 'existence-in-the-kept-policy',
    title: 'That the user exists stands in the policy that is kept by token, whichever user is named next.',
    breaks: 'user/unknown',
  },
  {
    id: 'user-of-the-kept-policy',
    title: 'Reads without x-user-id have the user in the context of the policy that is kept for the token.',
    breaks: 'user/missing',
  },
  {
    id: 'keys-are-binary',
    title: 'Keys are binary, and the decoder of x-user-id stops at what is no hexadecimal digit.',
    breaks: 'user/malformed',
  },
  {
    id: 'accelerator-keys-by-sort-key',
    title: 'The accelerator before the store keeps cash by sort key, and the partition is not part of it.',
    breaks: 'user/isolation',
  },
  {
    id: 'start-key-stays-warm',
    title:
      'The start key of a query stays warm, and the portfolio of the next user begins with what was left of the last one.',
    breaks: 'user/isolation',
  },
  {
    id: 'snapshot-restores-the-generator',
    title: 'All functions are restored from one snapshot with its generator, and draw the same response ids.',
    breaks: 'errors/response-id-unique',
  },
  {
    id: 'status-by-selection-pattern',
    title: 'The status is the last match of 4xx in the error text, and the response id in it may hold one.',
    breaks: 'errors/status-matches',
  },
  {
    id: 'validation-text-without-validation',
    title: 'The message is the validation error, which is empty where a body could not even be parsed.',
    breaks: 'errors/message-text',
  },
  {
    id: 'layer-path-in-description',
    title:
      'The layer with the messages is not attached to the writes, and the description says where it was looked for.',
    breaks: 'errors/no-leak',
  },
  {
    id: 'firewall-page-for-commas',
    title: 'The firewall answers user ids with a comma by its own page.',
    breaks: 'errors/json',
  },
  {
    id: 'context-variable-unresolved',
    title: 'The response for unknown routes has the name of a context variable in place of the id.',
    breaks: 'errors/unknown-route',
  },
  {
    id: 'response-id-in-multi-value-fields',
    title: 'The response id of orders is taken from the multi-value fields and is a list.',
    breaks: 'errors/shape',
  },
];
