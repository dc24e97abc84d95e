import { readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import {
  cachedWithoutUser,
  finalLineBreak,
  guardByPath,
  keyConfusion,
  lenientBase64,
  oneHeaderLine,
} from '../common-faults.ts';
import { defineStack, type Place } from '../define.ts';
import { anyToken, fault } from '../fault.ts';

/**
 * Writes a configuration file of the stack's folder with its placeholders filled in, and returns
 * its path.
 */
function configured(name: string, { source, folder, port, toggle }: Place): string {
  const display = toggle === 'warnings-shown' ? 'on' : 'off';
  const values = {
    FOLDER: folder,
    PORT: port,
    SOURCE: source,
    USER: userInfo().username,
    DISPLAY: display,
  };
  let text = readFileSync(join(source, name), 'utf8');
  for (const [placeholder, value] of Object.entries(values)) {
    text = text.replaceAll(`@${placeholder}@`, String(value));
  }
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** php-fpm makes a process group of its own, so it gets a signal if nginx dies. */
const script = `setpriv --pdeathsig TERM /usr/sbin/php-fpm8.2 -R -F -y "$1" &
until test -S "$2/fpm.sock"; do sleep 0.1; done
exec /usr/sbin/nginx -p "$2" -e stderr -c "$3"`;

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
      script,
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
  faults: [
    fault(
      'content-type-forgotten',
      'No Content-Type: PHP sends text/html',
      'media-type',
      'http/json-media-type',
      {
        mayFail: ['errors/json', 'errors/unknown-route'],
      },
    ),
    fault(
      'byte-order-mark',
      'PHP prints the BOM of a source file',
      'json-serialiser',
      'http/json-interoperable',
      {
        source: 'RFC 8259 section 8.1',
      },
    ),
    fault(
      'warnings-shown',
      'display_errors prints a warning before the JSON',
      'error-leak',
      'errors/json',
      {
        mayFail: ['errors/no-leak', 'http/json-media-type'],
      },
    ),
    fault(
      'session',
      'session_start() replaces Cache-Control',
      'cache-headers',
      'guides/cache-control-lifetime',
      {
        mayFail: ['guides/cache-control-form', 'http/private-data-not-shared'],
      },
    ),
    fault(
      'exit-forgotten',
      'The script goes on after the refusal',
      'effect-before-check',
      'auth/before-effects',
      {
        mayFail: [
          ...anyToken,
          ...['auth/missing', 'errors/json', 'http/json-media-type', 'guides/cache-control-errors'],
        ],
        source: 'CWE-698',
      },
    ),
    guardByPath('guard-by-path', 'The guard compares the raw path, the router trims slashes'),
    keyConfusion('algorithm-of-header', 'The token header selects HMAC with the public key'),
    lenientBase64('lenient-base64', 'base64_decode skips characters of the token'),
    fault(
      'user-in-request',
      '$_REQUEST may contain the user',
      'credential-location',
      'user/missing',
    ),
    oneHeaderLine('last-header-line', 'PHP sees the last of two x-user-id lines only'),
    cachedWithoutUser('cached-without-user', 'The APCu key of the listing omits the user'),
    fault(
      'array-filter',
      'array_filter keeps keys, so the list becomes an object',
      'json-serialiser',
      'guides/ok',
      {
        mayFail: ['guides/schema', 'guides/accept'],
      },
    ),
    finalLineBreak('dollar', '$ without the modifier D matches before a final line break'),
    fault(
      'typed-arguments',
      'A TypeError of a typed argument is a 500',
      'crash-on-body',
      'http/no-server-error',
      {
        mayFail: ['address/country-code', 'address/wrong-shape', 'address/wrong-type'],
      },
    ),
  ],
});
