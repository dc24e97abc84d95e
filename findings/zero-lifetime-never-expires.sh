#!/usr/bin/env bash
# A token that has 0 seconds left never expires in @badgateway/oauth2-client.
#
# An authorization server that hands out a cached token counts expires_in down to 0.
# Expected: a client takes "expires_in": 0 for a token that has expired, and requests another one.
# Seen: @badgateway/oauth2-client takes 0 for a missing expires_in. Its fetch uses the token until
# a response with 401. With "expires_in": 1 it requests a new token after the second.
# simple-oauth2, client-oauth2 and openid-client 5 take such a token for expired.
#
# @badgateway/oauth2-client 3.3.1, simple-oauth2 5.1.0, client-oauth2 4.3.3, openid-client 5.7.1
set -euo pipefail
cd "$(mktemp -d)"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund \
  @badgateway/oauth2-client@3.3.1 simple-oauth2@5.1.0 client-oauth2@4.3.3 openid-client@5.7.1

cat > clients.mjs <<'JS'
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { OAuth2Client, OAuth2Fetch } from '@badgateway/oauth2-client';
import ClientOAuth2 from 'client-oauth2';
import { TokenSet } from 'openid-client';
import simple from 'simple-oauth2';

let seconds = 0;
let issued = 0;
const server = createServer((request, response) => {
  if (request.url !== '/token') return response.end('ok');
  issued++;
  const token = { access_token: `t${issued}`, token_type: 'Bearer', expires_in: seconds };
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(token));
});
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
const base = `http://127.0.0.1:${server.address().port}`;

for (seconds of [0, 1]) {
  const client = new OAuth2Client({
    server: base,
    clientId: 'id',
    clientSecret: 'secret',
    tokenEndpoint: '/token',
  });
  const getNewToken = () => client.clientCredentials();
  const oauth = new OAuth2Fetch({ client, getNewToken, scheduleRefresh: false });
  issued = 0;
  for (let request = 0; request < 3; request++) {
    await oauth.fetch(`${base}/resource`);
    await sleep(1_200);
  }
  console.log(`expires_in ${seconds}: @badgateway/oauth2-client: ${issued} token(s), 3 requests`);

  const auth = { tokenHost: base, tokenPath: '/token' };
  const first = await new simple.ClientCredentials({ client: { id: 'id', secret: 'secret' }, auth })
    .getToken({});
  const second = await new ClientOAuth2({
    clientId: 'id',
    clientSecret: 'secret',
    accessTokenUri: `${base}/token`,
  }).credentials.getToken();
  const third = new TokenSet({ access_token: 't', expires_in: seconds });
  await sleep(1_200);
  const expired = [first.expired(), second.expired(), third.expired()];
  console.log(`expires_in ${seconds}: expired in the others: ${expired.join(', ')}`);
}
server.close();
JS

cat > expected <<'SEEN'
expires_in 0: @badgateway/oauth2-client: 1 token(s), 3 requests
expires_in 0: expired in the others: true, true, true
expires_in 1: @badgateway/oauth2-client: 3 token(s), 3 requests
expires_in 1: expired in the others: true, true, true
SEEN
node clients.mjs | tee seen
diff expected seen
