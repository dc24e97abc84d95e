import { userShared } from '../common-faults.ts';
import { defineStack } from '../define.ts';

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
  variations: {
    cluster: 'Puma in cluster mode, with one worker',
    'cached-by-user': 'A hash stores the listing under the user',
    'json-csrf': 'JsonCsrf of Rack::Protection is on, as by default',
    pretty: 'JSON is indented',
    'no-content': 'The address update returns 204',
  },
  faults: {
    'show-exceptions': 'show_exceptions shows JSON::ParserError',
    'any-bytes-in-path': 'Routes get a path that is not UTF-8',
    'bad-query-page': 'A query that Rack cannot parse gets an HTML page',
    'object-id': 'responseId is the object_id of the request',
    'halt-forgotten': 'A filter sets 401 and does not halt',
    'guard-by-path': 'before filters name exact paths, and routes end in /?',
    'split-last': 'The token is the last word of Authorization',
    'narrow-rescue': 'Nobody rescues the TypeError of ruby-jwt',
    'audience-unchecked': {
      title: 'aud is given without verify_aud',
      source: 'RFC 8725 section 3.9',
    },
    'user-in-params': 'params may contain the user',
    'user-in-settings': userShared('The user is in settings, which threads share'),
    memoised: '||= stores the listing of the first user',
    'json-gem': 'JSON.parse accepts comments and unknown escapes',
    'line-anchors': '^ and $ match at the ends of any line',
    'to-i': {
      title: 'postalCode.to_i drops letters and leading zeros',
      unfound: 'no sample has a postalCode with letters or leading zeros',
    },
    'shared-default': 'Hash.new({}) gives every user the same address object',
  },
});
