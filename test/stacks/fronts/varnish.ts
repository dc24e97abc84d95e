import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultsOfProxies } from '../common-faults.ts';
import { defineStack, type FrontPlace, nodeServer, type Program } from '../define.ts';

/** Returns VCL that caches the listing by token and user. */
function configuration({ backend, toggle }: FrontPlace): string {
  const is = (...ids: readonly string[]) => ids.includes(toggle);
  // VCL has no escapes: a long string ends at the first quotation mark with a brace.
  const digits = 'regsub("000000000000" + req.xid, "^.*(.{12})$", "\\1")';
  const error = `{"{"responseId":"00000000-0000-4000-8000-"} + ${digits} + {"","error":{"message":""} + resp.reason + {"","description":null},"status":"} + resp.status + "}"`;
  const lines = (...some: readonly (string | false)[]) =>
    some.filter((line) => line !== false).join('\n  ');
  return `vcl 4.1;
import std;
backend default { .host = "127.0.0.1"; .port = "${backend}"; }
sub vcl_recv {
  ${lines(
    // If a request has a header twice, Varnish reads only the first without this line.
    !is('first-of-two-users') && 'std.collect(req.http.x-user-id);',
    is('query-ignored') && 'set req.url = regsub(req.url, "\\?.*$", "");',
    is('user-from-query') &&
      'if (!req.http.x-user-id) { set req.http.x-user-id = regsub(req.url, "^.*[?&]x-user-id=([^&]*).*$", "\\1"); }',
    is('path-decoded') && 'set req.url = regsuball(req.url, "(?i)%2f", "/");',
    is('path-decoded') && 'set req.url = regsuball(req.url, "[^/]+/\\.\\./", "");',
    is('own-405') &&
      'if (req.method !~ "^(GET|HEAD|POST|PATCH)$") { return (synth(405, "Method not allowed")); }',
    is('everything-cached') && 'if (req.method == "GET") { return (hash); }',
  )}
  if (req.method == "GET" && req.url ~ "^/learn/learning-guides(\\?|$)") { return (hash); }
  return (pass);
}
sub vcl_hash {
  ${lines(
    'hash_data(req.url);',
    !is('cache-key-without-token', 'refusals-cached', 'everything-cached') &&
      'hash_data(req.http.authorization);',
    !is('cache-key-without-user', 'everything-cached') && 'hash_data(req.http.x-user-id);',
    is('everything-cached') && 'return (lookup);',
  )}
}
sub vcl_backend_response {
  ${lines(
    is('cache-key-without-user', 'everything-cached') && 'unset beresp.http.Vary;',
    is('refusals-cached') &&
      'if (beresp.status == 401 || beresp.status == 403) { set beresp.ttl = 10s; return (deliver); }',
    is('errors-as-html') &&
      'if (beresp.status >= 400) { return (error(beresp.status, beresp.reason)); }',
    is('compressed') && 'set beresp.do_gzip = true;',
    is('everything-public') && 'set beresp.http.Cache-Control = "public, max-age=1800";',
    is('everything-cached') &&
      'if (beresp.status == 200) { set beresp.ttl = 10s; return (deliver); }',
  )}
  if (beresp.status == 200 && bereq.url ~ "^/learn/learning-guides(\\?|$)") {
    set beresp.ttl = ${is('refusals-cached') ? '0s' : '30m'};
    return (deliver);
  }
}
sub vcl_deliver {
  unset resp.http.Via; unset resp.http.X-Varnish;
  ${lines(is('challenge-hidden') && 'unset resp.http.WWW-Authenticate;', is('age-hidden') && 'unset resp.http.Age;')}
}
${
  is('errors-as-html')
    ? ''
    : `sub vcl_synth {
  set resp.http.Content-Type = "application/json";
  synthetic(${error});
  return (deliver);
}
sub vcl_backend_error {
  set beresp.http.Content-Type = "application/json";
  synthetic(${error.replaceAll('resp.', 'beresp.').replaceAll('req.xid', 'bereq.xid')});
  return (deliver);
}`
}
`;
}

function front(place: FrontPlace): Program {
  const { folder, port } = place;
  writeFileSync(join(folder, 'front.vcl'), configuration(place));
  const options = [
    '-F',
    '-j',
    'none',
    '-n',
    folder,
    '-a',
    `127.0.0.1:${port}`,
    '-f',
    join(folder, 'front.vcl'),
  ];
  const sizes = ['-s', 'malloc,16m', '-p', 'thread_pool_min=10', '-p', 'thread_pools=1'];
  return { command: ['/usr/sbin/varnishd', ...options, ...sizes] };
}

export const varnish = defineStack({
  id: 'varnish',
  title: 'Varnish in front of Express',
  needs: {
    npm: ['express', 'express-jwt', 'oidc-provider'],
    debian: ['varnish'],
    probe: ['/usr/sbin/varnishd', '-V'],
  },
  identity: 'oidc-provider',
  program: nodeServer('express'),
  front,
  variations: {
    compressed: 'Varnish compresses what it stores',
    'query-ignored': 'Varnish removes the query',
    'own-405': 'Varnish refuses unknown methods itself',
    'age-hidden': 'Responses have no Age',
  },
  faults: {
    'cache-key-without-user': 'Cache key omits x-user-id',
    'cache-key-without-token': 'Cache key omits the token, so a hit needs none',
    'refusals-cached': {
      title: '401 and 403 are cached',
      // They are served for ten seconds.
      mayFail: ['scope/forged-scope'],
    },
    'errors-as-html': 'Guru Meditation replaces ApiErrors',
    'everything-cached': 'Every GET is cached, and the key is the URL',
    ...faultsOfProxies,
    'path-decoded': 'Varnish decodes and joins ..%2F',
    'first-of-two-users': 'Of two x-user-id lines the first is the cache key',
  },
});
