import { execFileSync } from 'node:child_process';
import { compiled } from '../compiled.ts';
import { defineStack } from '../define.ts';
import type { Fault } from '../stack.ts';

const noCheckYet = 'READING.md defines this id, and no check implements it yet';

const faults: readonly Fault[] = [
  {
    id: 'tomcat-pages',
    title: 'What Tomcat refuses gets its own HTML page',
    mechanism: 'framework-error-page',
    breaks: 'errors/json',
  },
  {
    id: 'send-error',
    title: 'sendError(401) lets the container write the body, without WWW-Authenticate',
    mechanism: 'status-mapping',
    breaks: 'auth/challenge',
  },
  {
    id: 'latin-1-writer',
    title: 'getWriter encodes in ISO-8859-1, the default of the Servlet specification',
    mechanism: 'json-serialiser',
    breaks: 'http/json-media-type',
    source: 'RFC 8259 section 8.1',
  },
  {
    id: 'guard-by-uri',
    title: 'The guard compares getRequestURI, and the servlet getPathInfo, which lacks ;parameters',
    mechanism: 'guard-by-path',
    breaks: 'auth/missing',
  },
  {
    id: 'substring',
    title: 'The token is substring(7) of Authorization, whatever precedes it',
    mechanism: 'authorization-parsing',
    breaks: 'http/no-server-error',
    also: ['auth/missing', 'auth/malformed', 'auth/scheme-case'],
  },
  {
    id: 'algorithm-of-header',
    title: 'The token header selects HmacSHA256, with key.getEncoded() as secret',
    mechanism: 'key-confusion',
    breaks: 'auth/forged-key-confusion',
    source: 'RFC 8725 section 3.1',
  },
  {
    id: 'mime-decoder',
    title: 'The MIME decoder of Base64 skips characters outside base64url',
    mechanism: 'token-validation',
    breaks: 'auth/encoding',
    source: 'RFC 7515 section 5.2',
    unfound: noCheckYet,
  },
  {
    id: 'instance-field',
    title: 'The user is in a field of the servlet, which all threads share',
    mechanism: 'race',
    breaks: 'user/isolation',
    also: ['guides/localised', 'notifications/localised', 'summaries/forbidden', 'http/no-server-error'],
  },
  {
    id: 'cached-without-user',
    title: 'The key of computeIfAbsent omits the user',
    mechanism: 'cache-key',
    breaks: 'guides/localised',
    also: ['user/isolation'],
  },
  {
    id: 'int-timestamp',
    title: 'The timestamp overflows an int',
    mechanism: 'value-format',
    breaks: 'summaries/timestamp-digits',
  },
  {
    id: 'trailing-tokens',
    title: 'Jackson ignores what follows the first value',
    mechanism: 'lenient-parser',
    breaks: 'address/json-extensions',
    unfound: noCheckYet,
    asWell: {
      'address/malformed-json': 'address/json-extensions takes these cases over',
      'orders/malformed-json': 'orders/json-extensions takes these cases over',
    },
  },
  {
    id: 'bytes-to-jackson',
    title: 'Jackson detects UTF-16 and UTF-32 in the bytes of the body',
    mechanism: 'lenient-parser',
    breaks: 'http/invalid-utf-8',
    source: 'RFC 8259 section 8.1',
    unfound: noCheckYet,
    asWell: { 'address/malformed-json': 'address/json-extensions takes the BOM over' },
  },
  {
    id: 'find-dollar',
    title: 'find() with $, which matches before a final line break',
    mechanism: 'missing-validation',
    breaks: 'address/country-code',
    unfound: 'no case has a countryCode that ends in a line break',
  },
  {
    id: 'null-pointer',
    title: 'The code dereferences members that the body may lack',
    mechanism: 'crash-on-body',
    breaks: 'http/no-server-error',
  },
  {
    id: 'async-uncompleted',
    title: 'An asynchronous refusal is never completed',
    mechanism: 'no-response',
    breaks: 'http/answers',
  },
];

const libraries = [
  'tomcat10-embed-core',
  'jackson-databind',
  'jackson-core',
  'jackson-annotations',
  'jakarta-annotation-api',
];
const classPath = libraries.map((name) => `/usr/share/java/${name}.jar`).join(':');

function compile(files: readonly string[], output: string): void {
  execFileSync('javac', ['-nowarn', '-d', output, '-cp', classPath, ...files], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** A servlet in embedded Tomcat, as Debian packages it. */
export const servlet = defineStack({
  id: 'servlet',
  title: 'A servlet with Jackson in Tomcat 10',
  needs: {
    debian: [
      'default-jdk-headless',
      'libtomcat10-embed-java',
      'libjackson2-databind-java',
      'libjakarta-annotation-api-java',
    ],
    probe: [
      'sh',
      '-c',
      'javac --version && cd /usr/share/java && ls tomcat10-embed-core.jar jackson-databind.jar jakarta-annotation-api.jar',
    ],
  },
  identity: 'oauth2-mock-server',
  program: ({ source }) => ({
    command: ['java', '-XX:TieredStopAtLevel=1', '-cp', `${compiled(source, '.java', compile)}:${classPath}`, 'Main'],
  }),
  variations: [
    { id: 'no-keep-alive', title: 'Every connection serves one request' },
    { id: 'cached-by-user', title: 'A map stores the listing under the user' },
    { id: 'pretty', title: 'JSON is indented' },
    { id: 'no-content', title: 'The address update returns 204' },
  ],
  faults,
});
