import {
  cachedWithoutUser,
  finalLineBreak,
  guardByPath,
  lenientBase64,
  notUtf8,
  tokenNotVerified,
  userShared,
} from '../common-faults.ts';
import { defineStack } from '../define.ts';
import { anybody, fault, ofJsonLoads } from '../fault.ts';

/**
 * Requirements that report what json.loads accepts, unless the stack decodes strictly and limits
 * the depth.
 */
const anyDepth = [...ofJsonLoads, 'http/large-input', 'orders/json-extensions'];

/** Flask on gunicorn, as Debian packages them. */
export const flask = defineStack({
  id: 'flask',
  title: 'Flask with PyJWT and Flask-Caching, on gunicorn',
  needs: {
    debian: [
      'python3-flask',
      'python3-flask-caching',
      'python3-jwt',
      'python3-cryptography',
      'gunicorn',
    ],
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
  variations: [
    {
      id: 'sync-worker',
      title: 'The default worker of gunicorn: one request at a time, no persistent connections',
    },
    { id: 'cached-by-user', title: 'Flask-Caching stores the listing, with the user in the key' },
    { id: 'vary-star', title: 'The listing varies by everything' },
    { id: 'problem-json', title: 'Errors are application/problem+json' },
    { id: 'no-content', title: 'The address update returns 204' },
  ],
  faults: [
    fault(
      'werkzeug-pages',
      '404 and 405 are pages of Werkzeug',
      'framework-error-page',
      'errors/unknown-route',
    ),
    fault(
      'bad-request-page',
      'Only 404 and 405 have error handlers',
      'framework-error-page',
      'errors/json',
      {
        // RecursionError has no error handler either.
        mayFail: anyDepth,
      },
    ),
    fault(
      'default-argument',
      'responseId is a default argument',
      'response-id',
      'errors/response-id-unique',
    ),
    fault(
      'header-split',
      'The token is all after the first space',
      'authorization-parsing',
      'http/no-server-error',
      {
        mayFail: ['auth/missing', 'auth/malformed', 'auth/encoding'],
      },
    ),
    tokenNotVerified('decode-only', 'verify_signature is False'),
    fault(
      'embedded-key',
      'The key is the jwk of the token header',
      'key-confusion',
      'auth/forged',
      {
        source: 'RFC 8725 section 3.10',
      },
    ),
    lenientBase64('lenient-base64', 'urlsafe_b64decode skips characters of the token'),
    guardByPath('guard-by-path', 'The guard compares request.path, and strict_slashes is off'),
    userShared('user-in-global', 'The user is in a module global that threads share'),
    cachedWithoutUser('lru-cache', 'lru_cache on a function that reads the user from g'),
    cachedWithoutUser('cached-by-path', 'The default key of Flask-Caching is the path'),
    fault(
      'cached-above-guard',
      '@cache.cached stands above the guard',
      'missing-guard',
      'auth/missing',
      {
        mayFail: anybody,
      },
    ),
    fault(
      'force-json',
      'get_json(force=True) ignores Content-Type',
      'media-type',
      'address/content-type',
      {
        mayFail: ['orders/content-type', ...anyDepth],
      },
    ),
    notUtf8('utf-16-detected', 'json.loads detects UTF-16 in bytes'),
    fault(
      'recursion-uncaught',
      'Nobody catches RecursionError of deep nesting',
      'crash-on-body',
      'http/large-input',
      {
        mayFail: ['http/no-server-error'],
      },
    ),
    finalLineBreak('dollar', 're.match with $, which matches before a final line break'),
    fault(
      'address-unchecked',
      'The view indexes an unchecked body',
      'crash-on-body',
      'http/no-server-error',
      {
        mayFail: [
          'address/wrong-shape',
          'address/wrong-type',
          'address/country-code',
          'http/json-media-type',
        ],
      },
    ),
    fault(
      'shared-dict',
      'dict.fromkeys gives every user the same address',
      'record-key',
      'address/isolation',
    ),
  ],
});
