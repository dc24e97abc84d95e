export interface Defect {
  id: string;
  title: string;
  breaks: string;
  also?: string[];
  why: string;
}

/** Defects of tokens, authentication, scopes, users and errors. */
export const accessDefects: readonly Defect[] = [
  {
    id: 'no-quota-means-minus-one',
    title: 'The second client has a lifetime of minus one, which means none',
    breaks: 'token/expires-in',
    why: 'The token answer of the client without service:nbg has expires_in -1.',
  },
  {
    id: 'token-followed-by-the-data-centre',
    title: 'The token is followed by the name of its data centre',
    breaks: 'token/jwt',
    why: 'Each access_token is a JWS with a fourth part eu1, and the API wants or bears it.',
  },
  {
    id: 'scope-is-a-list-the-second-time',
    title: 'A token out of the grant store is answered with the parsed scope',
    breaks: 'token/issued',
    why: 'From the second token of a client on, scope is an array.',
  },
  {
    id: 'scope-words-qualified-by-audience',
    title: 'The answered scopes are qualified by the audience',
    breaks: 'token/scope-granted',
    why: 'The scope is <audience>/service:nbg, which is another word.',
  },
  {
    id: 'answered-scopes-only-grow',
    title: 'The set of answered scopes is shared by all requests',
    breaks: 'token/scope-withheld',
    why: 'Once the scoped client asked, the scope of the other one shows service:nbg too.',
  },
  {
    id: 'promise-of-a-check-is-true',
    title: 'The check of the secret is not awaited, and its promise is true',
    breaks: 'token/bad-credentials',
    why: 'A known client gets a token for any secret.',
  },
  {
    id: 'registered-grants-share-a-handler',
    title: 'All registered grants share the handler of the one in use',
    breaks: 'token/bad-grant',
    why: 'password, authorization_code and refresh_token yield tokens, made-up grants do not.',
  },
  {
    id: 'client-id-remembered-by-address',
    title: 'A missing client_id is that of the last client from the same address',
    breaks: 'token/missing-fields',
    why: 'After a good request, the same without client_id yields a token.',
  },
  {
    id: 'request-found-between-braces',
    title: 'The token request is what stands between the first and the last brace',
    breaks: 'token/malformed-body',
    why: 'A good request with text around it, or in an array, yields a token.',
  },
  {
    id: 'gateway-loads-the-keys-once',
    title: 'The gateway loads the key set once, and the provider rotates',
    breaks: 'token/renewal',
    why: 'The third token issued and all after it are 401.',
  },
  {
    id: 'missing-fields-are-a-form-to-fill',
    title: 'Missing credentials are a form that is sent back',
    breaks: 'token/refusal-status',
    why: 'Without client_secret the answer is a 200 with an error.',
  },
  {
    id: 'tokens-may-be-kept-if-validated',
    title: 'Token answers say no-cache instead of no-store',
    breaks: 'token/no-store',
    why: 'Cache-Control of a token answer is no-cache.',
  },
  {
    id: 'no-credential-is-a-wrong-one',
    title: 'Every credential that is sent has to be right, and none was sent',
    breaks: 'auth/missing',
    why: 'Without Authorization all endpoints but the guides answer 200, and those 403.',
  },
  {
    id: 'a-colon-may-follow-the-scheme',
    title: 'Whatever is no letter may stand between scheme and token, or nothing',
    breaks: 'auth/malformed',
    why: 'Bearer<token>, Bearer:<token> and Bearer,<token> are accepted.',
  },
  {
    id: 'firewall-reads-credentials',
    title: 'A firewall blocks credentials with quotation marks or angle brackets',
    breaks: 'auth/malformed',
    why: 'Malformed credentials that hold such a character are 403 instead of 401.',
  },
  {
    id: 'mac-compared-in-its-first-bytes',
    title: 'Signatures are MACs of which eight bytes are compared',
    breaks: 'auth/forged',
    why: 'A signature of 32 bytes that differs after its eighth is accepted.',
  },
  {
    id: 'expired-tokens-renewed-silently',
    title: 'The gateway renews expired tokens in the name of the client',
    breaks: 'auth/expired',
    why: 'The expired token is answered 200 everywhere.',
  },
  {
    id: 'content-serves-every-audience',
    title: 'Insights are shared by all products of the issuer',
    breaks: 'auth/other-audience',
    why: 'The token for another audience is 200 on analyst insights.',
  },
  {
    id: 'only-the-gateway-challenges',
    title: 'A 401 that a service makes carries no challenge',
    breaks: 'auth/challenge',
    why: 'The 401 to an unknown user has no WWW-Authenticate, that to a bad token has.',
  },
  {
    id: 'what-may-not-be-seen-is-not-found',
    title: 'Who lacks the scope is told that there is nothing',
    breaks: 'scope/guides-required',
    why: 'The unscoped token gets 404 on the guides instead of 403.',
  },
  {
    id: 'arabic-guides-are-an-entitlement',
    title: 'Guides in Arabic want a scope of their own',
    breaks: 'scope/guides-sufficient',
    why: 'The scoped token gets 403 on the guides for the second user.',
  },
  {
    id: 'absent-header-matches-what-is-kept',
    title: 'To the cache a missing x-user-id matches any kept listing',
    breaks: 'user/missing',
    why: 'After one listing, the guides without x-user-id are 200.',
  },
  {
    id: 'ids-may-be-abbreviated',
    title: 'Portfolios take the beginning of a user id for the id',
    breaks: 'user/malformed',
    why: 'The first 23 characters of an id are answered 200.',
  },
  {
    id: 'empty-id-is-the-template',
    title: 'The empty user id is the template of new settings',
    breaks: 'user/malformed',
    why: 'Notification settings with an empty x-user-id are 200.',
  },
  {
    id: 'projection-is-being-built',
    title: 'A user without settings is one whose settings are being built',
    breaks: 'user/unknown',
    why: 'An unknown user gets 202 on notification settings.',
  },
  {
    id: 'refused-users-are-remembered',
    title: 'The gateway remembers unknown users as not found',
    breaks: 'user/unknown-summaries',
    why: 'The second time the same unknown user is 404 on daily summaries.',
  },
  {
    id: 'answers-matched-in-order-of-arrival',
    title: 'Cash answers are handed to those who wait in order of arrival',
    breaks: 'user/isolation',
    why: 'Of two users asking for cash at the same time each may get the other.',
  },
  {
    id: 'packed-refusals-lose-their-coding',
    title: 'A packed refusal of the order service loses its Content-Encoding',
    breaks: 'errors/json',
    why: 'Refused orders have a gzip body without saying so.',
  },
  {
    id: 'two-writers-of-the-media-type',
    title: 'Service and gateway both write the media type of a refusal',
    breaks: 'errors/json',
    why: 'Refusals of services have Content-Type application/json, application/json.',
  },
  {
    id: 'message-in-every-language',
    title: 'The message about a missing guide is an object of languages',
    breaks: 'errors/shape',
    why: 'error.message of the 404 to an unknown guide id is an object.',
  },
  {
    id: 'status-of-the-catalogue',
    title: 'A missing token has the number of the catalogue of errors',
    breaks: 'errors/status-matches',
    why: 'The 401 without Authorization says status 40101.',
  },
  {
    id: 'response-id-is-the-trace-id',
    title: 'The response id is the trace id',
    breaks: 'errors/response-id-uuid',
    why: 'responseId is 32 hexadecimal digits without hyphens.',
  },
  {
    id: 'generator-seeded-for-each-connection',
    title: 'The generator of response ids starts anew on each connection',
    breaks: 'errors/response-id-unique',
    why: 'The first refusals on two connections share their responseId.',
  },
  {
    id: 'reason-phrase-is-the-message',
    title: 'The message of a service is its reason phrase, which is empty',
    breaks: 'errors/message-text',
    why: 'Refusals of services have an empty message.',
  },
  {
    id: 'unknown-path-is-an-unknown-version',
    title: 'A path without a route is an unknown version of the interface',
    breaks: 'errors/unknown-route',
    why: 'An unknown path is a 400 with ApiError.',
  },
  {
    id: 'unknown-methods-are-preflights',
    title: 'A method that the parser does not know is answered like a preflight',
    breaks: 'errors/method',
    why: 'An unregistered method gets 204.',
  },
];
