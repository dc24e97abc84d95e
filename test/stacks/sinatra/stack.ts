import { audienceUnchecked, cachedWithoutUser, guardByPath, userShared } from '../common-faults.ts';
import { defineStack } from '../define.ts';
import { anyToken, fault, noSuchCode } from '../fault.ts';

/** Sinatra on puma, as Debian packages them. */
export const sinatra = defineStack({
  id: 'sinatra',
  title: 'Sinatra with ruby-jwt, on puma',
  needs: {
    debian: ['ruby-sinatra', 'ruby-jwt', 'puma'],
    probe: ['/usr/bin/ruby', '-e', 'require "sinatra/base"; require "jwt"; require "puma"'],
  },
  identity: 'oauth2-mock-server',
  program: ({ source, port, toggle }) => ({
    command: [
      '/usr/bin/puma',
      ...['--environment', 'production'],
      ...['--threads', '8:8', '--workers', toggle === 'cluster' ? '1' : '0'],
      ...['--bind', `tcp://127.0.0.1:${port}`],
      `${source}/config.ru`,
    ],
  }),
  variations: [
    { id: 'cluster', title: 'Puma in cluster mode, with one worker' },
    { id: 'cached-by-user', title: 'A hash stores the listing under the user' },
    { id: 'json-csrf', title: 'JsonCsrf of Rack::Protection is on, as by default' },
    { id: 'pretty', title: 'JSON is indented' },
    { id: 'no-content', title: 'The address update returns 204' },
  ],
  faults: [
    fault(
      'show-exceptions',
      'show_exceptions shows JSON::ParserError',
      'crash-on-body',
      'http/no-server-error',
      {
        mayFail: ['errors/json', 'errors/no-leak'],
      },
    ),
    fault(
      'any-bytes-in-path',
      'Routes get a path that is not UTF-8',
      'crash-on-target',
      'http/no-server-error',
    ),
    fault(
      'bad-query-page',
      'A query that Rack cannot parse gets an HTML page',
      'framework-error-page',
      'errors/json',
    ),
    fault(
      'object-id',
      'responseId is the object_id of the request',
      'response-id',
      'errors/response-id-uuid',
      {
        mayFail: ['errors/response-id-unique'],
      },
    ),
    fault(
      'halt-forgotten',
      'A filter sets 401 and does not halt',
      'effect-before-check',
      'auth/before-effects',
      {
        mayFail: [
          ...anyToken,
          ...['errors/json', 'errors/shape', 'auth/challenge', 'guides/cache-control-errors'],
        ],
      },
    ),
    guardByPath('guard-by-path', 'before filters name exact paths, and routes end in /?'),
    fault(
      'split-last',
      'The token is the last word of Authorization',
      'authorization-parsing',
      'auth/malformed',
      {
        mayFail: ['auth/encoding', 'http/no-server-error'],
      },
    ),
    fault(
      'narrow-rescue',
      'Nobody rescues the TypeError of ruby-jwt',
      'crash-on-header',
      'http/no-server-error',
    ),
    audienceUnchecked('audience-unchecked', 'aud is given without verify_aud'),
    fault('user-in-params', 'params may contain the user', 'credential-location', 'user/missing'),
    userShared('user-in-settings', 'The user is in settings, which threads share'),
    cachedWithoutUser('memoised', '||= stores the listing of the first user'),
    fault(
      'json-gem',
      'JSON.parse accepts comments and unknown escapes',
      'lenient-parser',
      'address/json-extensions',
      {
        mayFail: ['orders/json-extensions', 'http/invalid-utf-8', 'http/no-server-error'],
      },
    ),
    fault(
      'line-anchors',
      '^ and $ match at the ends of any line',
      'missing-validation',
      'address/country-code',
    ),
    fault(
      'to-i',
      'postalCode.to_i drops letters and leading zeros',
      'lossy-storage',
      'address/overwrites',
      {
        unfound: noSuchCode,
      },
    ),
    fault(
      'shared-default',
      'Hash.new({}) gives every user the same address object',
      'record-key',
      'address/isolation',
    ),
  ],
});
