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

const modules = [
  'mpm_event',
  'authz_core',
  'proxy',
  'proxy_http',
  'headers',
  'rewrite',
  'cache',
  'cache_socache',
];
const further = ['socache_shmcb', 'deflate', 'filter', 'setenvif', 'alias', 'env'];

/** Configures httpd as a reverse proxy. `nocanon` forwards the raw path. */
function configuration({ port, backend, folder, toggle }: FrontPlace): string {
  const is = (...ids: readonly string[]) => ids.includes(toggle);
  const service = `http://127.0.0.1:${backend}`;
  return withoutEmptyLines([
    ...[...modules, ...further].map(
      (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
    ),
    `ServerRoot ${folder}`,
    `PidFile ${folder}/pid`,
    `DefaultRuntimeDir ${folder}`,
    `Listen 127.0.0.1:${port}`,
    'ServerName localhost',
    `ErrorLog ${folder}/errors`,
    'LogLevel crit',
    'ServerTokens Prod',
    'StartServers 1\nServerLimit 2\nMaxRequestWorkers 50',
    is('small-header-limit') ? 'LimitRequestFieldSize 1024' : '',
    // The default is Off: httpd responds to %2F with its own HTML 404.
    is('encoded-slashes-decoded')
      ? 'AllowEncodedSlashes On'
      : is('encoded-slashes-refused')
        ? ''
        : 'AllowEncodedSlashes NoDecode',
    'ProxyPreserveHost On',
    // Without B, [P] forwards the decoded path that the rule matched.
    is('rewritten', 'encoded-slashes-decoded')
      ? `RewriteEngine On\nRewriteRule ^/(.*)$ ${service}/$1 [P]`
      : `ProxyPass / ${service}/ ${is('canonical') ? '' : 'nocanon'} ${is('no-reuse') ? 'disablereuse=On' : ''}`,
    is('errors-as-html') ? 'ProxyErrorOverride On' : '',
    is('challenge-hidden') ? 'Header unset WWW-Authenticate' : '',
    is('everything-public') ? 'Header set Cache-Control "public, max-age=1800"' : '',
    is('expires-everywhere') ? 'Header always setifempty Cache-Control "private, no-store"' : '',
    is('user-prefix-stripped') ? 'RequestHeader edit x-user-id "^.*([a-f0-9]{24})$" "$1"' : '',
    is('bearer-added')
      ? 'RequestHeader edit Authorization "^(?!Bearer )(.*\\..*\\..*)$" "Bearer $1"'
      : '',
    is('compressed') ? 'SetOutputFilter DEFLATE' : '',
    is('cached-without-user')
      ? 'CacheEnable socache /learn/learning-guides\nCacheSocache shmcb\nCacheStorePrivate On\nCacheIgnoreCacheControl On\nCacheQuickHandler Off\n' +
        'Header unset Vary\nHeader set Cache-Control "public, max-age=1800" "expr=%{REQUEST_STATUS} == 200"'
      : '',
    is('user-from-query')
      ? 'RewriteEngine On\nRewriteCond %{HTTP:x-user-id} ^$\nRewriteCond %{QUERY_STRING} (?:^|&)x-user-id=([^&]+)\nRewriteRule ^ - [E=asked:%1]\nRequestHeader set x-user-id %{asked}e env=asked'
      : '',
  ]);
}

function front(place: FrontPlace): Program {
  const file = join(place.folder, 'httpd.conf');
  writeFileSync(file, configuration(place));
  return { command: ['/usr/sbin/apache2', '-D', 'FOREGROUND', '-f', file] };
}

export const httpd = defineStack({
  id: 'httpd',
  title: 'Apache httpd in front of NestJS',
  needs: {
    npm: ['@nestjs/core', '@nestjs/cache-manager', 'class-validator', 'jose', 'oauth2-mock-server'],
    debian: ['apache2-bin'],
    probe: ['/usr/sbin/apache2', '-v'],
  },
  identity: 'oauth2-mock-server',
  program: nodeServer('nest'),
  front,
  variations: {
    compressed: 'mod_deflate compresses responses',
    'encoded-slashes-refused': 'httpd refuses %2F itself, as is its default',
    canonical: 'The proxy normalises the path as RFC 3986 does',
    'no-reuse': 'Each request has its own connection to the server',
  },
  faults: {
    'encoded-slashes-decoded': 'AllowEncodedSlashes On and [P] route ..%2F',
    rewritten: {
      title: 'A rewrite rule sends the decoded path, %3F included',
      unfound: 'No case sends an encoded question mark in a path.',
    },
    'errors-as-html': 'ProxyErrorOverride replaces ApiErrors',
    ...faultsOfProxies,
    'user-prefix-stripped': 'The end of x-user-id is taken for the id',
    'bearer-added': 'A token without a scheme becomes Bearer credentials',
    'cached-without-user': 'mod_cache keeps the listing without Vary',
    'small-header-limit': 'A header field has at most 1 KiB',
  },
});
