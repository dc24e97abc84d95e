import { mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { faultsOfProxies } from '../common-faults.ts';
import { defineStack, type FrontPlace, nodeServer, type Program } from '../define.ts';

/** Configures nginx as in its documentation, but in the foreground and without system files. */
function configuration({ port, backend, folder, toggle }: FrontPlace): string {
  const is = (...ids: readonly string[]) => ids.includes(toggle);
  const error = (status: number, message: string) =>
    `return ${status} '{"status":${status},"error":{"message":"${message}","description":null},"responseId":"$uuid"}';`;
  const own = [
    [404, 'Not found'],
    [413, 'Content too large'],
    [429, 'Too many requests'],
    [502, 'Bad gateway'],
  ] as const;
  // If the cache key does not contain the token, the cache serves requests without a valid token.
  const key = is('cache-key-without-user')
    ? '$request_uri $http_authorization'
    : is('cache-key-without-token', 'refusals-cached')
      ? '$request_uri $http_x_user_id'
      : '$request_uri $http_authorization $http_x_user_id';
  const proxying = [
    // If a path follows the port, nginx forwards the decoded and normalised path.
    `proxy_pass http://127.0.0.1:${backend}${is('path-normalised') ? '/' : ''};`,
    'proxy_http_version 1.1;',
    'proxy_set_header Host $http_host;',
    is('unbuffered') ? 'proxy_buffering off;' : '',
    is('challenge-hidden') ? 'proxy_hide_header WWW-Authenticate;' : '',
    is('everything-public')
      ? 'proxy_hide_header Cache-Control; add_header Cache-Control "public, max-age=1800" always;'
      : '',
    is('user-from-query') ? 'proxy_set_header x-user-id $sent_or_asked;' : '',
    is('rate-limited') ? 'limit_req zone=calls burst=20 nodelay;' : '',
    is('rate-limited-late') ? 'limit_req zone=few burst=400;' : '',
  ];
  const caching = [
    'proxy_cache listings;',
    `proxy_cache_key "${key}";`,
    // Ignore the backend's `private`, because this cache distinguishes users.
    'proxy_ignore_headers Cache-Control Vary;',
    is('refusals-cached') ? 'proxy_cache_valid 401 403 10s;' : 'proxy_cache_valid 200 30m;',
  ];
  const errors = is('errors-as-html')
    ? [
        `proxy_intercept_errors on; error_page 400 401 403 404 422 /error.html; location = /error.html { root ${folder}; types { } default_type text/html; }`,
      ]
    : [
        is('own-404') ? 'proxy_intercept_errors on;' : '',
        ...own.map(([status]) => `error_page ${status} @e${status};`),
        ...own.map(
          ([status, message]) =>
            `location @e${status} { ${status === 429 ? 'add_header Retry-After 1 always;' : ''} ${error(status, message)} }`,
        ),
      ];
  return [
    'daemon off; master_process on; worker_processes 1;',
    `user ${userInfo().username}; error_log stderr crit; pid ${folder}/pid;`,
    'events { worker_connections 512; }',
    'http {',
    'access_log off; default_type application/json; server_tokens off;',
    ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    ),
    is('compressed')
      ? 'gzip on; gzip_types application/json; gzip_min_length 1; gzip_proxied any;'
      : '',
    is('small-header-buffers')
      ? 'large_client_header_buffers 4 1k; client_header_buffer_size 512;'
      : '',
    is('small-bodies') ? 'client_max_body_size 1;' : 'client_max_body_size 1m;',
    `proxy_cache_path ${folder}/cache keys_zone=listings:1m;`,
    'limit_req_zone $binary_remote_addr zone=calls:1m rate=200r/s;',
    'limit_req_zone $binary_remote_addr zone=few:1m rate=500r/s; limit_req_status 429;',
    'map $request_id $uuid { "~^(?<a>.{8})(?<b>.{4})(?<c>.{4})(?<d>.{4})(?<e>.{12})$" "$a-$b-$c-$d-$e"; }',
    'map $args $asked { "~(?:^|&)x-user-id=(?<id>[^&]+)" $id; default ""; }',
    'map $http_x_user_id $sent_or_asked { "" $asked; default $http_x_user_id; }',
    'server {',
    `listen 127.0.0.1:${port};`,
    ...errors,
    'location / {',
    ...proxying,
    '}',
    'location = /learn/learning-guides {',
    ...proxying.map((line) => line.replace(/(:\d+)\/;$/, '$1;')),
    ...caching,
    '}',
    '}',
    '}',
  ].join('\n');
}

function front(place: FrontPlace): Program {
  mkdirSync(join(place.folder, 'cache'), { recursive: true });
  writeFileSync(join(place.folder, 'error.html'), '<h1>Something went wrong</h1>');
  writeFileSync(join(place.folder, 'nginx.conf'), configuration(place));
  return {
    command: [
      '/usr/sbin/nginx',
      '-e',
      'stderr',
      '-p',
      place.folder,
      '-c',
      join(place.folder, 'nginx.conf'),
    ],
  };
}

export const nginx = defineStack({
  id: 'nginx',
  title: 'nginx in front of Fastify',
  needs: {
    npm: ['fastify', '@fastify/jwt', 'oauth2-mock-server'],
    debian: ['nginx-light'],
    probe: ['/usr/sbin/nginx', '-v'],
  },
  identity: 'oauth2-mock-server',
  program: nodeServer('fastify'),
  front,
  reasons: {
    'user/repeated':
      'RFC 9110 section 5.3: a sender must not generate several lines of such a field. In the cache key, nginx 1.22 of ' +
      'Debian reads the first line only.',
  },
  variations: {
    compressed: 'gzip compresses JSON',
    unbuffered: 'Responses are not buffered',
    'own-404': 'nginx replaces 404 by its own ApiError',
    'rate-limited': 'limit_req refuses with 429 and Retry-After',
    'rate-limited-late': 'limit_req delays requests',
  },
  faults: {
    'cache-key-without-user': 'Cache key omits x-user-id',
    'cache-key-without-token': 'Cache key omits the token, so a hit needs none',
    'refusals-cached': '401 and 403 are cached',
    'errors-as-html': 'Error pages replace ApiErrors',
    'path-normalised': 'proxy_pass with a path decodes ..%2F',
    ...faultsOfProxies,
    'small-header-buffers': 'Header buffers have 1 KiB',
    'small-bodies': 'client_max_body_size has no unit',
  },
});
