import { readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { defineStack, type Place } from '../define.ts';

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
  variations: {
    'cached-by-user': 'APCu stores the listing, with the user in the key',
    escaped: 'json_encode escapes slashes and non-ASCII characters, and indents',
    'no-content': 'The address update returns 204',
  },
  faults: {
    'content-type-forgotten': 'No Content-Type: PHP sends text/html',
    'byte-order-mark': {
      title: 'PHP prints the BOM of a source file',
      source: 'RFC 8259 section 8.1',
    },
    'warnings-shown': 'display_errors prints a warning before the JSON',
    session: 'session_start() replaces Cache-Control',
    'exit-forgotten': { title: 'The script goes on after the refusal', source: 'CWE-698' },
    'guard-by-path': 'The guard compares the raw path, the router trims slashes',
    'algorithm-of-header': {
      title: 'The token header selects HMAC with the public key',
      source: 'RFC 8725 section 3.1',
    },
    'lenient-base64': {
      title: 'base64_decode skips characters of the token',
      source: 'RFC 7515 section 5.2',
    },
    'user-in-request': '$_REQUEST may contain the user',
    'last-header-line': {
      title: 'PHP sees the last of two x-user-id lines only',
      source: 'RFC 9110 section 5.3',
    },
    'cached-without-user': 'The APCu key of the listing omits the user',
    'array-filter': 'array_filter keeps keys, so the list becomes an object',
    dollar: '$ without the modifier D matches before a final line break',
    'typed-arguments': 'A TypeError of a typed argument is a 500',
  },
});
