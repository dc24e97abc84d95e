import { userShared } from '../common-faults.ts';
import { defineStack } from '../define.ts';

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
  reasons: {
    'http/protocol-violations':
      'RFC 9112 section 6.1: a server that does not understand a transfer coding SHOULD respond with 501. ' +
      'gunicorn 20.1.0 of Debian responds with 500.',
  },
  variations: {
    'sync-worker':
      'The default worker of gunicorn: one request at a time, no persistent connections',
    'cached-by-user': 'Flask-Caching stores the listing, with the user in the key',
    'vary-star': 'The listing varies by everything',
    'problem-json': 'Errors are application/problem+json',
    'no-content': 'The address update returns 204',
  },
  faults: {
    'werkzeug-pages': '404 and 405 are pages of Werkzeug',
    'bad-request-page': 'Only 404 and 405 have error handlers',
    'default-argument': 'responseId is a default argument',
    'header-split': 'The token is all after the first space',
    'decode-only': 'verify_signature is False',
    'embedded-key': {
      title: 'The key is the jwk of the token header',
      source: 'RFC 8725 section 3.10',
    },
    'lenient-base64': {
      title: 'urlsafe_b64decode skips characters of the token',
      source: 'RFC 7515 section 5.2',
    },
    'guard-by-path': 'The guard compares request.path, and strict_slashes is off',
    'user-in-global': userShared('The user is in a module global that threads share'),
    'lru-cache': 'lru_cache on a function that reads the user from g',
    'cached-by-path': 'The default key of Flask-Caching is the path',
    'cached-above-guard': '@cache.cached stands above the guard',
    'force-json': 'get_json(force=True) ignores Content-Type',
    'utf-16-detected': {
      title: 'json.loads detects UTF-16 in bytes',
      source: 'RFC 8259 section 8.1',
    },
    'recursion-uncaught': 'Nobody catches RecursionError of deep nesting',
    dollar: 're.match with $, which matches before a final line break',
    'address-unchecked': 'The view indexes an unchecked body',
    'shared-dict': 'dict.fromkeys gives every user the same address',
  },
});
