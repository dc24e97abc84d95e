import { execFileSync } from 'node:child_process';
import {
  bodyCrashes,
  cachedWithoutUser,
  finalLineBreak,
  guardByPath,
  jsonExtended,
  keyConfusion,
  lenientBase64,
  notUtf8,
  userShared,
} from '../common-faults.ts';
import { compiled } from '../compiled.ts';
import { defineStack } from '../define.ts';
import { fault } from '../fault.ts';

const libraries = [
  ...['tomcat10-embed-core', 'jakarta-annotation-api'],
  ...['jackson-databind', 'jackson-core', 'jackson-annotations'],
];
const packaged = (name: string) => `lib${name}-java`;
const classPath = libraries.map((name) => `/usr/share/java/${name}.jar`).join(':');

function compile(files: readonly string[], output: string): void {
  execFileSync('/usr/bin/javac', ['-nowarn', '-d', output, '-cp', classPath, ...files], {
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
      ...['tomcat10-embed', 'jackson2-databind', 'jakarta-annotation-api'].map(packaged),
    ],
    probe: [
      'sh',
      '-c',
      'javac --version && cd /usr/share/java && ls tomcat10-embed-core.jar jackson-databind.jar jakarta-annotation-api.jar',
    ],
  },
  identity: 'oauth2-mock-server',
  program: ({ source }) => ({
    command: [
      'java',
      '-XX:TieredStopAtLevel=1',
      '-cp',
      `${compiled(source, '.java', compile)}:${classPath}`,
      'Main',
    ],
  }),
  variations: [
    { id: 'no-keep-alive', title: 'Every connection serves one request' },
    { id: 'cached-by-user', title: 'A map stores the listing under the user' },
    { id: 'pretty', title: 'JSON is indented' },
    { id: 'no-content', title: 'The address update returns 204' },
  ],
  faults: [
    fault(
      'tomcat-pages',
      'What Tomcat refuses gets its own HTML page',
      'framework-error-page',
      'errors/json',
      {
        mayFail: ['errors/unknown-route'],
      },
    ),
    fault(
      'send-error',
      'sendError(401) lets Tomcat write the response',
      'status-mapping',
      'auth/challenge',
      {
        mayFail: ['errors/json'],
      },
    ),
    fault(
      'latin-1-writer',
      'getWriter encodes in ISO-8859-1 by default',
      'json-serialiser',
      'http/json-media-type',
      {
        source: 'RFC 8259 section 8.1',
      },
    ),
    guardByPath('guard-by-uri', 'The guard compares getRequestURI, which has ;parameters'),
    fault(
      'substring',
      'The token is substring(7) of anything',
      'authorization-parsing',
      'http/no-server-error',
      {
        mayFail: ['auth/missing', 'auth/malformed', 'auth/scheme-case'],
      },
    ),
    keyConfusion('algorithm-of-header', 'The token header selects HMAC with key.getEncoded()'),
    lenientBase64('mime-decoder', 'The MIME decoder skips characters of the token'),
    userShared('instance-field', 'The user is in a field of the servlet'),
    cachedWithoutUser('cached-without-user', 'The key of computeIfAbsent omits the user'),
    fault(
      'int-timestamp',
      'The timestamp overflows an int',
      'value-format',
      'summaries/timestamp-digits',
    ),
    jsonExtended('trailing-tokens', 'Jackson ignores what follows the first value'),
    notUtf8('bytes-to-jackson', 'Jackson detects UTF-16 in bytes'),
    finalLineBreak('find-dollar', 'find() with $, which matches before a final line break'),
    bodyCrashes('null-pointer', 'The code dereferences members that may be missing'),
  ],
});
