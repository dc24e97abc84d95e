import type { Defect } from './contract.ts';

export const accessDefects: readonly Defect[] = [
  {
    id: 'log-filter-masks-the-answer',
    title:
      'The log filter masks the token in the answer itself when a grant is updated, thus from the second token of a client on',
    breaks: 'token/renewal',
    also: ['token/jwt', 'token/expiry-claim'],
  },
  {
    id: 'touched-grant-has-no-time-left',
    title: 'A renewal touches both columns from whose difference the lifetime is computed: expires_in is 0',
    breaks: 'token/expires-in',
    also: ['token/expiry-claim'],
  },
  {
    id: 'scope-is-classified',
    title: 'The inflector makes a class name of the scope: Service::Nbg',
    breaks: 'token/scope-granted',
  },
  {
    id: 'spent-code-is-nil',
    title: 'A grant by authorization code without a code finds the grant whose code was spent and thus is null',
    breaks: 'token/bad-grant',
    also: ['token/refusal-status'],
  },
  {
    id: 'no-store-after-create-only',
    title: 'The callback that forbids storing runs where a grant is created, and not where it is updated',
    breaks: 'token/no-store',
  },
  {
    id: 'client-id-cast-to-integer',
    title: 'The client id is cast to an integer, so that whatever follows the number is ignored',
    breaks: 'token/bad-credentials',
    also: ['token/refusal-status'],
  },
  {
    id: 'claims-encoded-twice',
    title: 'The claims are encoded as JSON before the library does it again: the payload is a text',
    breaks: 'token/jwt',
    also: ['token/expiry-claim'],
  },
  {
    id: 'blank-bearer-finds-blank-key',
    title: 'A blank bearer token is looked up among keys of old, and finds the client whose column is blank',
    breaks: 'auth/malformed',
  },
  {
    id: 'hmac-with-jwk',
    title: 'The secret of an HS256 token is the published JWK as JSON text',
    breaks: 'auth/forged-key-confusion',
  },
  {
    id: 'expiry-by-the-date',
    title: 'The expiry of a token is compared as a date: one that expired earlier today passes',
    breaks: 'auth/expired',
  },
  {
    id: 'signature-over-permitted-claims',
    title:
      'Claims that are not permitted are dropped before the signature is verified, so that members added to the payload go unseen',
    breaks: 'auth/forged',
  },
  {
    id: 'scope-of-the-latest-grant',
    title: 'The scopes are those of the latest grant for the audience, whichever client has it',
    breaks: 'scope/guides-sufficient',
    also: ['scope/guides-required'],
  },
  {
    id: 'performers-fragment-without-user',
    title: 'The fragment of performers is cached for a moment by day, and not by user',
    breaks: 'user/isolation',
  },
  {
    id: 'query-cache-without-binds',
    title: 'On a connection that is kept, the query cache of portfolios knows the statement and not its values',
    breaks: 'user/isolation',
  },
  {
    id: 'quoted-user-id',
    title: 'x-user-id is read as a quoted string where it stands in quotation marks',
    breaks: 'user/malformed',
  },
  {
    id: 'several-mistakes-make-a-list',
    title: 'Where several things are wrong with a body, the message is the list of all of them',
    breaks: 'errors/shape',
  },
  {
    id: 'ruby-backtrace',
    title: 'A malformed user of analyst insights is answered with a backtrace of Ruby',
    breaks: 'errors/no-leak',
  },
  {
    id: 'audit-column-of-32',
    title: 'Refused writes are read back from the audit table, whose column cuts the response id to 32 characters',
    breaks: 'errors/response-id-uuid',
  },
  {
    id: 'undecodable-query-in-html',
    title: 'The middleware that parses queries refuses what it cannot decode with the HTML page of the framework',
    breaks: 'errors/json',
  },
  {
    id: 'target-over-a-kibibyte',
    title: 'A target of more than 1,024 characters is refused with the HTML page of the server',
    breaks: 'errors/json',
  },
  {
    id: 'equal-errors-are-one-event',
    title: 'The response id is that of the event of the error tracker, and equal errors within a second are one event',
    breaks: 'errors/response-id-unique',
  },
  {
    id: 'catalogue-in-octal',
    title: 'The catalogue writes 0404 for unknown guides, which YAML reads as octal: 260',
    breaks: 'errors/status-matches',
  },
  {
    id: 'string-and-symbol-keys',
    title:
      'Portfolios out of the cache have string keys, to which a symbol of the same name is added: asOf stands twice',
    breaks: 'http/json-interoperable',
  },
  {
    id: 'charset-unknown-to-codec',
    title: 'A body in a charset other than UTF-8 is answered with 500',
    breaks: 'http/no-server-error',
  },
  {
    id: 'last-seen-lock-version',
    title:
      'Each reading of daily summaries updates the user under an optimistic lock: of two at once by one user the second is 500',
    breaks: 'http/no-server-error',
  },
  {
    id: 'timestamp-of-id-in-31-bits',
    title: 'The age of an unknown guide is read from its id into 31 bits: from 80000000 on it is 500',
    breaks: 'http/no-server-error',
  },
  {
    id: 'flash-overflows-the-cookie',
    title: 'A refused body of over 3,000 characters is kept in the flash, which overflows the cookie: 500',
    breaks: 'http/no-server-error',
  },
  {
    id: 'ruby-hash-is-no-json',
    title: 'The answer of the address update is a Ruby hash as text, {:updated=>true}',
    breaks: 'http/json-media-type',
  },
  {
    id: 'pattern-backtracks',
    title:
      'The pattern of guide ids backtracks for ever where 23 or more hexadecimal digits are followed by another character',
    breaks: 'http/answers',
  },
  {
    id: 'private-for-cookies-only',
    title: 'Cash is private for Set-Cookie only, and must-revalidate',
    breaks: 'http/private-data-not-shared',
  },
];
