import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import {
  audienceUnchecked,
  jsonExtended,
  keyConfusion,
  notFoundAsIs,
  notUtf8,
  oneHeaderLine,
  schemeOptional,
  userShared,
} from '../common-faults.ts';
import { compiled } from '../compiled.ts';
import { defineStack } from '../define.ts';
import { fault } from '../fault.ts';

/** Builds without network, because Debian packages the only dependency. */
function build(files: readonly string[], output: string): void {
  const env = { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode' };
  execFileSync('/usr/bin/go', ['build', '-o', join(output, 'server'), ...files], { env });
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
  variations: [
    { id: 'no-keep-alive', title: 'Every connection serves one request' },
    { id: 'indented', title: 'JSON is indented' },
    { id: 'no-content', title: 'The address update returns 204' },
  ],
  faults: [
    fault('http-error', 'http.Error labels the ApiError text/plain', 'media-type', 'errors/json', {
      mayFail: ['errors/unknown-route'],
    }),
    fault(
      'late-content-type',
      'Content-Type after WriteHeader is lost',
      'media-type',
      'http/json-media-type',
      {
        mayFail: ['errors/json', 'errors/unknown-route'],
      },
    ),
    notFoundAsIs('default-not-found', 'Unknown routes get the plain text of ServeMux'),
    fault(
      'return-forgotten',
      'The handler goes on after the refusal',
      'effect-before-check',
      'auth/before-effects',
      {
        mayFail: ['errors/json'],
      },
    ),
    fault(
      'guard-by-path',
      'The guard compares paths, patterns match subtrees',
      'guard-by-path',
      'auth/missing',
      {
        mayFail: ['errors/unknown-route'],
      },
    ),
    schemeOptional('trim-prefix', 'strings.TrimPrefix takes a token without a scheme'),
    keyConfusion('method-unpinned', 'The key function returns the public PEM for HMAC'),
    audienceUnchecked('audience-unchecked', 'Nobody calls VerifyAudience'),
    oneHeaderLine('first-header-line', 'Header.Get takes the first of two x-user-id lines'),
    userShared('global-user', 'The user is in a package variable'),
    fault(
      'loop-variable',
      'A map stores the address of the loop variable',
      'race',
      'guides/localised',
      {
        source: 'https://go.dev/blog/loopvar-preview',
      },
    ),
    fault('omitempty', 'omitempty drops a chapterCount of 0', 'json-serialiser', 'guides/schema'),
    fault('type-assertion', 'A type assertion without ok panics', 'crash-on-body', 'http/answers'),
    fault('lock-kept', 'An early return keeps the mutex locked', 'no-response', 'http/answers', {
      unfound: 'after a few timeouts the run takes the whole target for down, and stops sending',
      alsoFails: {
        'robustness/still-alive': 'it reports "no answer" to a request that the run did not send',
      },
    }),
    jsonExtended('decoder-first-value', 'json.Decoder ignores what follows the first value'),
    notUtf8('utf-8-replaced', 'json.Unmarshal replaces bytes that are not UTF-8'),
  ],
});
