import { defineStack } from '../define.ts';
import type { Fault, Variation } from '../stack.ts';

const variations: readonly Variation[] = [
  { id: 'sync-worker', title: 'The default worker of gunicorn: one request at a time, no persistent connections' },
  { id: 'cached-by-user', title: 'Flask-Caching stores the listing, with the user in the key' },
  { id: 'vary-star', title: 'The listing varies by everything' },
  { id: 'problem-json', title: 'Errors are application/problem+json' },
  { id: 'no-content', title: 'The address update returns 204' },
];

/** What reports a guide that is served to everybody. */
const letIn = [
  ...['auth/malformed', 'auth/forged', 'auth/forged-key-confusion', 'auth/expired', 'auth/other-audience'],
  ...['scope/guides-required', 'scope/forged-scope'],
];
const noCheckYet = 'READING.md defines this id, and no check implements it yet';

const faults: readonly Fault[] = [
  {
    id: 'werkzeug-pages',
    title: 'No error handler: 404 and 405 are pages of Werkzeug',
    mechanism: 'framework-error-page',
    breaks: 'errors/unknown-route',
  },
  {
    id: 'bad-request-page',
    title: 'Handlers for 404 and 405 only, and get_json aborts with 400',
    mechanism: 'framework-error-page',
    breaks: 'errors/json',
  },
  {
    id: 'default-argument',
    title: 'responseId is a default argument, computed once at import',
    mechanism: 'response-id',
    breaks: 'errors/response-id-unique',
  },
  {
    id: 'header-split',
    title: 'The token is whatever follows the first space of Authorization',
    mechanism: 'authorization-parsing',
    breaks: 'http/no-server-error',
    also: ['auth/missing', 'auth/malformed'],
  },
  {
    id: 'decode-only',
    title: 'verify_signature is False, because a gateway is said to verify',
    mechanism: 'token-validation',
    breaks: 'auth/forged',
    also: ['scope/forged-scope', 'auth/forged-key-confusion', 'auth/other-audience'],
  },
  {
    id: 'embedded-key',
    title: 'The key is the jwk of the token header',
    mechanism: 'key-confusion',
    breaks: 'auth/forged',
    source: 'RFC 8725 section 3.10',
  },
  {
    id: 'lenient-base64',
    title: 'The token may contain characters that urlsafe_b64decode skips',
    mechanism: 'token-validation',
    breaks: 'auth/encoding',
    source: 'RFC 7515 section 5.2',
    unfound: noCheckYet,
  },
  {
    id: 'guard-by-path',
    title: 'The guard compares request.path, and strict_slashes is off',
    mechanism: 'guard-by-path',
    breaks: 'auth/missing',
  },
  {
    id: 'user-in-global',
    title: 'The user is in a module global that threads share',
    mechanism: 'race',
    breaks: 'user/isolation',
    also: ['guides/localised', 'notifications/localised', 'summaries/forbidden', 'http/no-server-error'],
  },
  {
    id: 'lru-cache',
    title: 'lru_cache on a function that reads the user from g',
    mechanism: 'cache-key',
    breaks: 'guides/localised',
    also: ['user/isolation'],
  },
  {
    id: 'cached-by-path',
    title: 'Flask-Caching stores the listing under the path, its default key',
    mechanism: 'cache-key',
    breaks: 'guides/localised',
    also: ['user/isolation'],
  },
  {
    id: 'cached-above-guard',
    title: '@cache.cached stands above the guard and answers without it',
    mechanism: 'missing-guard',
    breaks: 'auth/missing',
    also: ['guides/localised', 'user/isolation', 'user/missing', 'user/malformed', 'user/unknown', ...letIn],
  },
  {
    id: 'force-json',
    title: 'get_json(force=True) ignores Content-Type',
    mechanism: 'media-type',
    breaks: 'address/content-type',
    also: ['orders/content-type', 'http/large-input'],
  },
  {
    id: 'utf-16-detected',
    title: 'json.loads detects UTF-16 and UTF-32 in the bytes of the body',
    mechanism: 'lenient-parser',
    breaks: 'http/invalid-utf-8',
    source: 'RFC 8259 section 8.1',
    unfound: noCheckYet,
  },
  {
    id: 'recursion-uncaught',
    title: 'Deep nesting raises RecursionError, which nobody catches',
    mechanism: 'crash-on-body',
    breaks: 'http/large-input',
  },
  {
    id: 'dollar',
    title: 're.match with $, which matches before a final line break',
    mechanism: 'missing-validation',
    breaks: 'address/country-code',
    unfound: 'no case has a countryCode that ends in a line break',
  },
  {
    id: 'address-unchecked',
    title: 'The view indexes the body without checking its shape',
    mechanism: 'crash-on-body',
    breaks: 'http/no-server-error',
    also: ['address/wrong-shape', 'address/wrong-type', 'address/country-code', 'http/json-media-type'],
  },
  {
    id: 'shared-dict',
    title: 'dict.fromkeys gives every user the same address object',
    mechanism: 'record-key',
    breaks: 'address/isolation',
  },
];

/** Flask on gunicorn, as Debian packages them. */
export const flask = defineStack({
  id: 'flask',
  title: 'Flask with PyJWT and Flask-Caching, on gunicorn',
  needs: {
    debian: ['python3-flask', 'python3-flask-caching', 'python3-jwt', 'python3-cryptography', 'gunicorn'],
    probe: ['/usr/bin/python3', '-c', 'import flask, flask_caching, jwt, cryptography, gunicorn'],
  },
  identity: 'oauth2-mock-server',
  program: ({ source, port, toggle }) => ({
    command: [
      '/usr/bin/gunicorn',
      `--chdir=${source}`,
      `--bind=127.0.0.1:${port}`,
      `--threads=${toggle === 'sync-worker' ? 1 : 8}`,
      'app:app',
    ],
    env: { PYTHONDONTWRITEBYTECODE: '1' },
  }),
  warns: {
    'http/protocol-violations':
      'RFC 9112 section 6.1: a server that does not understand a transfer coding SHOULD respond with 501. ' +
      'gunicorn 20.1.0 of Debian responds with 500.',
  },
  variations,
  faults,
});
