import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultsOfProxies } from '../common-faults.ts';
import {
  defineStack,
  type FrontPlace,
  nodeServer,
  type Program,
  withoutEmptyLines,
} from '../define.ts';

/**
 * HAProxy does not cache requests with a token, so this configuration limits rates and returns its
 * own errors.
 */
function configuration({ port, backend, toggle }: FrontPlace): string {
  const is = (...ids: readonly string[]) => ids.includes(toggle);
  const apiError = (status: number, message: string) =>
    `status ${status} content-type application/json lf-string '{"status":${status},"error":{"message":"${message}","description":null},"responseId":"%[uuid()]"}'`;
  const own = [
    [400, 'Bad request'],
    [408, 'Request timeout'],
    [429, 'Too many requests'],
    [500, 'Internal error'],
    [502, 'Bad gateway'],
    [503, 'Unavailable'],
    [504, 'Gateway timeout'],
  ] as const;
  const retry = is('rate-limited')
    ? `http-request return ${apiError(429, 'Too many requests')} hdr Retry-After 1 if { sc_http_req_rate(0) gt 300 }`
    : '';
  return withoutEmptyLines([
    'global',
    '  maxconn 500',
    '  nbthread 1',
    is('small-buffers') ? '  tune.bufsize 2048' : '',
    is('small-buffers') ? '  tune.maxrewrite 512' : '',
    'defaults',
    '  mode http',
    '  timeout connect 5s',
    '  timeout client 30s',
    is('short-timeout') ? '  timeout server 3s' : '  timeout server 30s',
    ...own.map(([status, message]) => `  http-error ${apiError(status, message)}`),
    is('closing') ? '  option httpclose' : '  option http-keep-alive',
    'cache listings',
    '  total-max-size 4',
    '  max-age 1800',
    'frontend clients',
    `  bind 127.0.0.1:${port}`,
    is('rate-limited', 'rate-limit-as-403')
      ? '  stick-table type ip size 1k expire 10s store http_req_rate(1s)'
      : '',
    is('rate-limited', 'rate-limit-as-403') ? '  http-request track-sc0 src' : '',
    retry && `  ${retry}`,
    // Without a status, deny means 403.
    is('rate-limit-as-403') ? '  http-request deny if { sc_http_req_rate(0) gt 40 }' : '',
    // req.hdr ends a value at a comma. req.fhdr does not.
    is('last-of-listed-users') ? '  http-request set-header x-user-id %[req.hdr(x-user-id)]' : '',
    is('user-in-lower-case')
      ? '  http-request set-header x-user-id %[req.fhdr(x-user-id),lower]'
      : '',
    is('user-from-query')
      ? '  http-request set-header x-user-id %[url_param(x-user-id)] if !{ req.hdr(x-user-id) -m found } { url_param(x-user-id) -m found }'
      : '',
    is('path-decoded') ? '  http-request set-path %[path,url_dec]' : '',
    is('path-decoded', 'slashes-merged') ? '  http-request normalize-uri path-merge-slashes' : '',
    is('path-decoded') ? '  http-request normalize-uri path-strip-dotdot' : '',
    // HAProxy's cache skips requests with a token, so this configuration hides the token until
    // after the cache.
    is('cached-by-path') ? '  http-request set-var(txn.token) req.fhdr(authorization)' : '',
    is('cached-by-path') ? '  http-request del-header Authorization' : '',
    is('cached-by-path')
      ? '  http-request cache-use listings if { path /learn/learning-guides }'
      : '',
    '  default_backend service',
    'backend service',
    is('cached-by-path')
      ? '  http-request set-header Authorization %[var(txn.token)] if { var(txn.token) -m found }'
      : '',
    is('cached-by-path')
      ? '  http-response set-header Cache-Control "public, max-age=1800" if { status 200 }'
      : '',
    is('cached-by-path') ? '  http-response del-header Vary' : '',
    is('cached-by-path') ? '  http-response cache-store listings' : '',
    is('challenge-hidden') ? '  http-response del-header WWW-Authenticate' : '',
    is('everything-public')
      ? '  http-response set-header Cache-Control "public, max-age=1800"'
      : '',
    is('not-found-as-html')
      ? '  http-response return status 404 content-type text/html string "<h1>Not found</h1>" if { status 404 }'
      : '',
    is('own-404') ? `  http-response return ${apiError(404, 'Not found')} if { status 404 }` : '',
    `  server one 127.0.0.1:${backend}`,
  ]);
}

function front(place: FrontPlace): Program {
  // Rewriting paths is experimental in HAProxy 2.6.
  const text = configuration(place).replace(
    'global\n',
    'global\n  expose-experimental-directives\n',
  );
  writeFileSync(join(place.folder, 'haproxy.cfg'), text);
  return { command: ['/usr/sbin/haproxy', '-db', '-f', join(place.folder, 'haproxy.cfg')] };
}

/** Any valid request may be refused. */
const refusedAtRandom = [
  ...['scope/guides-sufficient', 'scope/forged-scope', 'scope/guides-required'],
  ...['declared/ok', 'insights/ok', 'guide/fetch', 'cash/ok', 'portfolios/ok', 'summaries/ok'],
  ...['address/accepted', 'notifications/ok', 'orders/accepted', 'guides/accept'],
];

export const haproxy = defineStack({
  id: 'haproxy',
  title: 'HAProxy in front of hapi',
  needs: {
    npm: ['@hapi/hapi', '@hapi/jwt', 'oidc-provider'],
    debian: ['haproxy'],
    probe: ['/usr/sbin/haproxy', '-v'],
  },
  identity: 'oidc-provider',
  program: nodeServer('hapi'),
  front,
  variations: {
    'rate-limited': 'A stick table refuses with 429 and Retry-After',
    closing: 'Every response closes the connection',
    'own-404': 'HAProxy replaces 404 by its own ApiError',
    'slashes-merged': 'HAProxy joins slashes',
  },
  faults: {
    'last-of-listed-users': 'req.hdr keeps the last of several ids in x-user-id',
    'user-in-lower-case': 'x-user-id is put in lower case',
    'path-decoded': 'HAProxy decodes the path and joins ..%2F',
    'cached-by-path': 'The token is hidden from the cache, whose key is the path',
    ...faultsOfProxies,
    'not-found-as-html': 'An HTML page replaces 404',
    'rate-limit-as-403': { title: 'The rate limit denies with 403', mayFail: refusedAtRandom },
    'small-buffers': 'The buffer has 2 KiB',
  },
});
