import { defineStack } from '../define.ts';
import type { Fault } from '../stack.ts';

const noCheckYet = 'READING.md defines this id, and no check implements it yet';

const faults: readonly Fault[] = [
  {
    id: 'show-exceptions',
    title: 'show_exceptions is on, and nobody rescues JSON::ParserError',
    mechanism: 'crash-on-body',
    breaks: 'http/no-server-error',
    also: ['errors/json', 'errors/no-leak'],
  },
  {
    id: 'bad-query-page',
    title: 'A query that Rack cannot parse gets an HTML page',
    mechanism: 'framework-error-page',
    breaks: 'errors/json',
  },
  {
    id: 'object-id',
    title: 'responseId is the object_id of the request',
    mechanism: 'response-id',
    breaks: 'errors/response-id-uuid',
    also: ['errors/response-id-unique'],
  },
  {
    id: 'halt-forgotten',
    title: 'A filter sets 401 and returns: only halt ends the request',
    mechanism: 'effect-before-check',
    breaks: 'auth/before-effects',
    also: ['errors/json', 'errors/shape'],
  },
  {
    id: 'guard-by-path',
    title: 'before filters name exact paths, and routes end in /?',
    mechanism: 'guard-by-path',
    breaks: 'auth/missing',
  },
  {
    id: 'split-last',
    title: 'The token is the last word of Authorization',
    mechanism: 'authorization-parsing',
    breaks: 'auth/malformed',
    also: ['http/no-server-error'],
  },
  {
    id: 'narrow-rescue',
    title: 'ruby-jwt raises TypeError for a header that is not an object, and only DecodeError is rescued',
    mechanism: 'crash-on-header',
    breaks: 'http/no-server-error',
  },
  {
    id: 'audience-unchecked',
    title: 'aud is given without verify_aud, which ruby-jwt then ignores',
    mechanism: 'token-validation',
    breaks: 'auth/other-audience',
    source: 'RFC 8725 section 3.9',
  },
  {
    id: 'user-in-params',
    title: 'params may contain the user',
    mechanism: 'credential-location',
    breaks: 'user/missing',
  },
  {
    id: 'user-in-settings',
    title: 'The user is in settings, which threads share',
    mechanism: 'race',
    breaks: 'user/isolation',
    also: ['guides/localised', 'notifications/localised', 'summaries/forbidden', 'http/no-server-error'],
  },
  {
    id: 'memoised',
    title: '||= stores the listing of the first user for all',
    mechanism: 'cache-key',
    breaks: 'guides/localised',
    also: ['user/isolation'],
  },
  {
    id: 'json-gem',
    title: 'JSON.parse accepts comments and unknown escapes',
    mechanism: 'lenient-parser',
    breaks: 'address/json-extensions',
    unfound: noCheckYet,
    asWell: {
      'address/malformed-json': 'address/json-extensions takes these cases over',
      'orders/malformed-json': 'orders/json-extensions takes these cases over',
    },
  },
  {
    id: 'line-anchors',
    title: '^ and $ match at the ends of any line of countryCode',
    mechanism: 'missing-validation',
    breaks: 'address/country-code',
  },
  {
    id: 'to-i',
    title: 'postalCode.to_i drops letters and leading zeros',
    mechanism: 'lossy-storage',
    breaks: 'address/overwrites',
  },
  {
    id: 'shared-default',
    title: 'Hash.new({}) gives every user the same address object',
    mechanism: 'record-key',
    breaks: 'address/isolation',
  },
];

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
      ...['--threads', toggle === 'one-thread' ? '1:1' : '8:8'],
      ...['--bind', `tcp://127.0.0.1:${port}`],
      `${source}/config.ru`,
    ],
  }),
  variations: [
    { id: 'one-thread', title: 'Puma has one thread' },
    { id: 'cached-by-user', title: 'A hash stores the listing under the user' },
    {
      id: 'json-csrf',
      title: 'JsonCsrf of Rack::Protection is on, as by default',
      takenOver: {
        'scope/guides-sufficient': 'none: by READING.md, "Browser fields", a refusal of a Referer is never judged',
      },
    },
    { id: 'pretty', title: 'JSON is indented' },
    { id: 'no-content', title: 'The address update returns 204' },
  ],
  faults,
});
