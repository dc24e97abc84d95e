#!/usr/bin/env bash
# undici drops the user of a proxy's URL if the URL has no password.
#
# Expected: `http://token@proxy` signs in with the user "token" and an empty password, as RFC 7617
# section 2 allows and as curl does: `Proxy-Authorization: Basic dG9rZW46`. Some proxies take a
# token as the user.
# Seen: ProxyAgent and EnvHttpProxyAgent send no Proxy-Authorization at all. With a colon after the
# user (an empty password) it is the same. With a password the field is there. A refused CONNECT
# then ends in an error without the 407 as a property.
#
# Exits with 1 if undici behaves otherwise than seen here.
set -euo pipefail
cd "$(mktemp -d)"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund undici@7.30.2
cat >ask.mjs <<'JS'
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createServer } from 'node:http';
import { EnvHttpProxyAgent, ProxyAgent, request } from 'undici';

const { version } = createRequire(import.meta.url)('undici/package.json');
console.log(`undici ${version} on Node ${process.versions.node}`);
let seen;
const proxy = createServer().on('connect', ({ headers }, socket) => {
  seen = headers['proxy-authorization'] ?? 'no Proxy-Authorization';
  socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n');
});
await once(proxy.listen(0, '127.0.0.1'), 'listening');
const at = (user) => `http://${user}127.0.0.1:${proxy.address().port}`;
const agents = {
  ProxyAgent: (url) => new ProxyAgent(url),
  EnvHttpProxyAgent: (url) => new EnvHttpProxyAgent({ httpsProxy: url, noProxy: '' }),
};
const found = [];
for (const [name, create] of Object.entries(agents)) {
  for (const user of ['token:secret@', 'token@', 'token:@']) {
    const dispatcher = create(at(user));
    const error = await request('https://target.example/', { dispatcher }).catch((one) => one);
    const then = `then ${error.code}, status ${error.statusCode}`;
    found.push(`${name} http://${user}proxy: ${seen}; ${then}`);
  }
}
proxy.close();
console.log(found.join('\n'));
const refused = 'then UND_ERR_ABORTED, status undefined';
const expected = ['ProxyAgent', 'EnvHttpProxyAgent'].flatMap((name) => [
  `${name} http://token:secret@proxy: Basic dG9rZW46c2VjcmV0; ${refused}`,
  `${name} http://token@proxy: no Proxy-Authorization; ${refused}`,
  `${name} http://token:@proxy: no Proxy-Authorization; ${refused}`,
]);
if (found.join('\n') !== expected.join('\n')) {
  console.error('undici behaves otherwise than recorded.');
  process.exitCode = 1;
}
JS
node ask.mjs
