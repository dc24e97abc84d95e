import { execFileSync } from 'node:child_process';
import { userShared } from '../common-faults.ts';
import { compiled } from '../compiled.ts';
import { defineStack } from '../define.ts';

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
  variations: {
    'no-keep-alive': 'Every connection serves one request',
    'cached-by-user': 'A map stores the listing under the user',
    pretty: 'JSON is indented',
    'no-content': 'The address update returns 204',
  },
  faults: {
    'tomcat-pages': 'What Tomcat refuses gets its own HTML page',
    'send-error': 'sendError(401) lets Tomcat write the response',
    'latin-1-writer': {
      title: 'getWriter encodes in ISO-8859-1 by default',
      source: 'RFC 8259 section 8.1',
    },
    'guard-by-uri': 'The guard compares getRequestURI, which has ;parameters',
    substring: 'The token is substring(7) of anything',
    'algorithm-of-header': {
      title: 'The token header selects HMAC with key.getEncoded()',
      source: 'RFC 8725 section 3.1',
    },
    'mime-decoder': {
      title: 'The MIME decoder skips characters of the token',
      source: 'RFC 7515 section 5.2',
    },
    'instance-field': userShared('The user is in a field of the servlet'),
    'cached-without-user': 'The key of computeIfAbsent omits the user',
    'int-timestamp': 'The timestamp overflows an int',
    'trailing-tokens': 'Jackson ignores what follows the first value',
    'bytes-to-jackson': {
      title: 'Jackson detects UTF-16 in bytes',
      source: 'RFC 8259 section 8.1',
    },
    'find-dollar': 'find() with $, which matches before a final line break',
    'null-pointer': 'The code dereferences members that may be missing',
  },
});
