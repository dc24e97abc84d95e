import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { userShared } from '../common-faults.ts';
import { compiled } from '../compiled.ts';
import { defineStack } from '../define.ts';

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
  variations: {
    'no-keep-alive': 'Every connection serves one request',
    indented: 'JSON is indented',
    'no-content': 'The address update returns 204',
  },
  faults: {
    'http-error': 'http.Error labels the ApiError text/plain',
    'late-content-type': 'Content-Type after WriteHeader is lost',
    'default-not-found': 'Unknown routes get the plain text of ServeMux',
    'return-forgotten': 'The handler goes on after the refusal',
    'guard-by-path': 'The guard compares paths, patterns match subtrees',
    'trim-prefix': 'strings.TrimPrefix takes a token without a scheme',
    'method-unpinned': {
      title: 'The key function returns the public PEM for HMAC',
      source: 'RFC 8725 section 3.1',
    },
    'audience-unchecked': { title: 'Nobody calls VerifyAudience', source: 'RFC 8725 section 3.9' },
    'first-header-line': {
      title: 'Header.Get takes the first of two x-user-id lines',
      source: 'RFC 9110 section 5.3',
    },
    'global-user': userShared('The user is in a package variable'),
    'loop-variable': {
      title: 'A map stores the address of the loop variable',
      source: 'https://go.dev/blog/loopvar-preview',
    },
    omitempty: 'omitempty drops a chapterCount of 0',
    'type-assertion': 'A type assertion without ok panics',
    'lock-kept': {
      title: 'An early return keeps the mutex locked',
      unfound: 'after a few timeouts the run takes the whole target for down, and stops sending',
      reasons: {
        'robustness/still-alive': 'it reports "no answer" to a request that the run did not send',
      },
    },
    'decoder-first-value': 'json.Decoder ignores what follows the first value',
    'utf-8-replaced': {
      title: 'json.Unmarshal replaces bytes that are not UTF-8',
      source: 'RFC 8259 section 8.1',
    },
  },
});
