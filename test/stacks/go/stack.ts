import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { compiled } from '../compiled.ts';
import { defineStack } from '../define.ts';
import type { Fault, Variation } from '../stack.ts';

const variations: readonly Variation[] = [
  { id: 'no-keep-alive', title: 'Every connection serves one request' },
  { id: 'cached-by-user', title: 'A map stores the listing under the user' },
  { id: 'indented', title: 'JSON is indented' },
  { id: 'no-content', title: 'The address update returns 204' },
];

const noCheckYet = 'READING.md defines this id, and no check implements it yet';

const faults: readonly Fault[] = [
  {
    id: 'http-error',
    title: 'http.Error labels the ApiError text/plain',
    mechanism: 'media-type',
    breaks: 'errors/json',
    also: ['errors/unknown-route'],
  },
  {
    id: 'late-content-type',
    title: 'Content-Type is set after WriteHeader, and lost',
    mechanism: 'media-type',
    breaks: 'http/json-media-type',
    also: ['errors/json', 'errors/unknown-route'],
  },
  {
    id: 'default-not-found',
    title: 'Unknown routes get the 404 of ServeMux, in plain text',
    mechanism: 'framework-error-page',
    breaks: 'errors/unknown-route',
  },
  {
    id: 'return-forgotten',
    title: 'No return after the refusal: the handler goes on',
    mechanism: 'effect-before-check',
    breaks: 'auth/before-effects',
    also: ['errors/json'],
  },
  {
    id: 'guard-by-path',
    title: 'The guard compares exact paths, and patterns with a slash at the end match as well',
    mechanism: 'guard-by-path',
    breaks: 'auth/missing',
  },
  {
    id: 'trim-prefix',
    title: 'strings.TrimPrefix takes the token without a scheme',
    mechanism: 'authorization-parsing',
    breaks: 'auth/malformed',
    also: ['auth/scheme-case'],
  },
  {
    id: 'method-unpinned',
    title: 'The key function returns the PEM of the public key for HMAC, and ValidMethods is empty',
    mechanism: 'key-confusion',
    breaks: 'auth/forged-key-confusion',
    source: 'RFC 8725 section 3.1',
  },
  {
    id: 'audience-unchecked',
    title: 'Nobody calls VerifyAudience: golang-jwt 4 leaves it to its caller',
    mechanism: 'token-validation',
    breaks: 'auth/other-audience',
    source: 'RFC 8725 section 3.9',
  },
  {
    id: 'first-header-line',
    title: 'Header.Get takes the first of two x-user-id lines',
    mechanism: 'identifier-parsing',
    breaks: 'user/repeated',
    source: 'RFC 9110 section 5.3',
    unfound: noCheckYet,
  },
  {
    id: 'global-user',
    title: 'The user is in a package variable that goroutines share',
    mechanism: 'race',
    breaks: 'user/isolation',
    also: ['guides/localised', 'notifications/localised', 'summaries/forbidden', 'http/no-server-error'],
  },
  {
    id: 'loop-variable',
    title: 'A map stores the address of the loop variable, so every user is the last one',
    mechanism: 'race',
    breaks: 'guides/localised',
    source: 'https://go.dev/blog/loopvar-preview',
  },
  {
    id: 'omitempty',
    title: 'omitempty drops a chapterCount of 0',
    mechanism: 'json-serialiser',
    breaks: 'guides/schema',
  },
  {
    id: 'type-assertion',
    title: 'A type assertion without ok panics, and net/http closes the connection',
    mechanism: 'crash-on-body',
    breaks: 'http/answers',
  },
  {
    id: 'lock-kept',
    title: 'An early return keeps the mutex locked',
    mechanism: 'no-response',
    breaks: 'http/answers',
  },
  {
    id: 'decoder-first-value',
    title: 'json.Decoder reads the first value and ignores the rest',
    mechanism: 'lenient-parser',
    breaks: 'address/json-extensions',
    unfound: noCheckYet,
    asWell: {
      'address/malformed-json': 'address/json-extensions takes these cases over',
      'orders/malformed-json': 'orders/json-extensions takes these cases over',
    },
  },
  {
    id: 'utf-8-replaced',
    title: 'json.Unmarshal replaces bytes that are not UTF-8',
    mechanism: 'lenient-parser',
    breaks: 'http/invalid-utf-8',
    source: 'RFC 8259 section 8.1',
    unfound: noCheckYet,
  },
];

/** Builds without network: the one dependency is Debian's. */
function build(files: readonly string[], output: string): void {
  const env = { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode' };
  execFileSync('go', ['build', '-o', join(output, 'server'), ...files], { env });
}

/** Go's net/http, as Debian packages it. */
export const go = defineStack({
  id: 'go',
  title: 'Go net/http with golang-jwt',
  needs: {
    debian: ['golang-go', 'golang-github-golang-jwt-jwt-dev'],
    probe: ['sh', '-c', 'go version && test -d /usr/share/gocode/src/github.com/golang-jwt/jwt'],
  },
  identity: 'oauth2-mock-server',
  program: ({ source }) => ({ command: [join(compiled(source, '.go', build), 'server')] }),
  variations,
  faults,
});
