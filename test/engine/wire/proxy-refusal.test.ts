import { describe, expect, test } from 'vitest';
import {
  lostAtProxy,
  lostToProxy,
  type Problem,
  schemesIn,
} from '../../../engine/wire/proxy-refusal.ts';

const proxy = { url: 'http://joe:swordfish@proxy.example.com:3128', variable: 'HTTP_PROXY' };
const asked = { proxy, host: 'api.example.com' };

describe("a response is the proxy's, not the target's (request/tunnel-agent#30)", () => {
  const html = [['Content-Type', 'text/html']] as const;
  const json = [['content-type', 'application/problem+json']] as const;

  test.each<
    [
      status: number,
      headers: readonly (readonly [string, string])[],
      forwarded: boolean,
      tunnelled: boolean,
    ]
  >([
    [200, html, false, false],
    [401, html, false, false],
    [403, json, false, false],
    [502, json, false, false],
    [500, html, false, false],
    [403, html, true, false],
    [502, [], true, false],
    [504, html, true, false],
    [407, json, true, true],
    [503, [['X-Squid-Error', 'ERR_CONNECT_FAIL 111']], true, true],
    [404, [['Proxy-Status', 'cache.example.com; hit']], false, false],
    [503, [['Proxy-Status', 'proxy.example.com; error=connection_timeout']], true, false],
  ])(
    '%i with %j: %s in absolute form, %s through CONNECT',
    (status, headers, forwarded, tunnelled) => {
      const isLost = (isForwarded: boolean) =>
        lostToProxy({ status, headers }, asked, isForwarded)?.lost === 'proxy';
      expect([isLost(true), isLost(false)]).toEqual([forwarded, tunnelled]);
    },
  );
});

const anonymous = { ...asked, proxy: { ...proxy, url: 'http://proxy.example.com:3128' } };
test.each<[sentence: string, problem: Problem, of?: typeof asked]>([
  [
    'refuses to connect to api.example.com (418). Ask its operator to allow the host, or list the host in NO_PROXY.',
    { status: 418 },
  ],
  [
    'does not reach api.example.com (502). Check that the host is right and that the proxy may connect to it, or list the host in NO_PROXY.',
    { status: 502 },
  ],
  [
    'refuses to connect to api.example.com (407; it accepts Basic). Correct the user and the password in HTTP_PROXY: http://USER:PASSWORD@proxy.example.com:3128.',
    { status: 407, schemes: ['Basic'] },
  ],
  [
    'refuses to connect to api.example.com (407; it accepts Basic). Set the user and the password in HTTP_PROXY: http://USER:PASSWORD@proxy.example.com:3128.',
    { status: 407, schemes: ['Basic'] },
    anonymous,
  ],
  [
    'refuses to connect to api.example.com (407; it accepts Negotiate, NTLM). The harness can send only Basic: set HTTP_PROXY to a proxy that accepts it, or list the host in NO_PROXY.',
    { status: 407, schemes: ['Negotiate', 'NTLM'] },
  ],
  [
    'is not reachable (ECONNREFUSED). Check that it runs, and check HTTP_PROXY.',
    { code: 'ECONNREFUSED' },
  ],
  ['does not resolve (ENOTFOUND). Check HTTP_PROXY.', { code: 'ENOTFOUND' }],
])(
  'what is lost at a proxy says so without its credentials: %s',
  (sentence, problem, of = asked) => {
    expect(lostAtProxy(of, problem)).toEqual({
      lost: 'proxy',
      detail: `The proxy http://proxy.example.com:3128 (HTTP_PROXY) ${sentence} See docs/troubleshooting.md#proxy.`,
    });
  },
);

test.each<[lines: readonly string[], schemes: readonly string[]]>([
  [[], []],
  [['Basic realm="a, b=c"'], ['Basic']],
  [
    ['Negotiate', 'NTLM', 'Basic realm="x", charset="UTF-8"'],
    ['Negotiate', 'NTLM', 'Basic'],
  ],
  [['Negotiate, Digest realm="x", nonce="a"'], ['Negotiate', 'Digest']],
  [['NTLM TlRMTVNTUAACAAAA=='], ['NTLM']],
])('%j offers %j', (lines, schemes) => {
  expect(schemesIn(lines)).toEqual(schemes);
});
