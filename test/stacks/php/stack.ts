import { readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { defineStack, type Place } from '../define.ts';
import type { Fault } from '../stack.ts';

const noCheckYet = 'READING.md defines this id, and no check implements it yet';

const faults: readonly Fault[] = [
  {
    id: 'content-type-forgotten',
    title: 'No Content-Type: PHP sends text/html',
    mechanism: 'media-type',
    breaks: 'http/json-media-type',
    also: ['errors/json', 'errors/unknown-route'],
  },
  {
    id: 'byte-order-mark',
    title: 'A source file starts with a BOM, which PHP prints before the JSON',
    mechanism: 'json-serialiser',
    breaks: 'http/json-interoperable',
    source: 'RFC 8259 section 8.1',
  },
  {
    id: 'warnings-shown',
    title: 'display_errors prints a warning before the JSON',
    mechanism: 'error-leak',
    breaks: 'errors/json',
    also: ['errors/no-leak', 'http/json-media-type'],
  },
  {
    id: 'session',
    title: 'session_start() replaces Cache-Control',
    mechanism: 'cache-headers',
    breaks: 'guides/cache-control-lifetime',
    also: ['guides/cache-control-form', 'http/private-data-not-shared'],
  },
  {
    id: 'exit-forgotten',
    title: 'No exit after the refusal: the script goes on',
    mechanism: 'effect-before-check',
    breaks: 'auth/before-effects',
    also: ['errors/json'],
    source: 'CWE-698',
  },
  {
    id: 'guard-by-path',
    title: 'The guard compares the raw path, and the router trims slashes',
    mechanism: 'guard-by-path',
    breaks: 'auth/missing',
  },
  {
    id: 'algorithm-of-header',
    title: 'The token header selects HS256, with the public key as secret',
    mechanism: 'key-confusion',
    breaks: 'auth/forged-key-confusion',
    source: 'RFC 8725 section 3.1',
  },
  {
    id: 'lenient-base64',
    title: 'The token may contain characters that base64_decode skips',
    mechanism: 'token-validation',
    breaks: 'auth/encoding',
    source: 'RFC 7515 section 5.2',
    unfound: noCheckYet,
  },
  {
    id: 'user-in-request',
    title: '$_REQUEST may contain the user',
    mechanism: 'credential-location',
    breaks: 'user/missing',
  },
  {
    id: 'last-header-line',
    title: 'PHP sees the last of two x-user-id lines only',
    mechanism: 'identifier-parsing',
    breaks: 'user/repeated',
    source: 'RFC 9110 section 5.3',
    unfound: noCheckYet,
  },
  {
    id: 'cached-without-user',
    title: 'The APCu key of the listing omits the user',
    mechanism: 'cache-key',
    breaks: 'guides/localised',
    also: ['user/isolation'],
  },
  {
    id: 'array-filter',
    title: 'array_filter keeps its keys, so the list becomes an object',
    mechanism: 'json-serialiser',
    breaks: 'guides/ok',
    also: ['guides/schema', 'guides/accept'],
  },
  {
    id: 'dollar',
    title: '$ without the modifier D matches before a final line break',
    mechanism: 'missing-validation',
    breaks: 'address/country-code',
    unfound: 'no case has a countryCode that ends in a line break',
  },
  {
    id: 'typed-arguments',
    title: 'A TypeError of a typed argument is a 500',
    mechanism: 'crash-on-body',
    breaks: 'http/no-server-error',
    also: ['address/country-code', 'address/wrong-shape', 'address/wrong-type'],
  },
];

/** Writes a configuration file of the stack's folder with its placeholders filled in, and returns its path. */
function configured(name: string, { source, folder, port, toggle }: Place): string {
  const values = { FOLDER: folder, PORT: port, SOURCE: source, USER: userInfo().username };
  let text = readFileSync(join(source, name), 'utf8');
  for (const [placeholder, value] of Object.entries({
    ...values,
    DISPLAY: toggle === 'warnings-shown' ? 'on' : 'off',
  })) {
    text = text.replaceAll(`@${placeholder}@`, String(value));
  }
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** PHP-FPM behind nginx, as Debian packages them. */
export const php = defineStack({
  id: 'php',
  title: 'PHP-FPM behind nginx',
  needs: {
    debian: ['php-fpm', 'php-apcu', 'nginx-light'],
    probe: ['sh', '-c', 'test -x /usr/sbin/nginx && /usr/sbin/php-fpm8.2 -m | grep -q apcu'],
  },
  identity: 'oauth2-mock-server',
  program: (place) => ({
    command: [
      'sh',
      '-c',
      '/usr/sbin/php-fpm8.2 -R -F -y "$1" & until test -S "$2/fpm.sock"; do sleep 0.1; done; exec /usr/sbin/nginx -p "$2" -e stderr -c "$3"',
      'php',
      configured('fpm.conf', place),
      place.folder,
      configured('nginx.conf', place),
    ],
  }),
  variations: [
    { id: 'cached-by-user', title: 'APCu stores the listing, with the user in the key' },
    { id: 'escaped', title: 'json_encode escapes slashes and non-ASCII characters, and indents' },
    { id: 'no-content', title: 'The address update returns 204' },
  ],
  faults,
});
