import { OAuth2Server } from 'oauth2-mock-server';
import { audience, content, is, issuer, port } from '../core.mjs';

// The mock issues tokens to any client. Hooks check the client and the members that the mock
// ignores.
const server = new OAuth2Server();
server.issuer.url = issuer;
await server.issuer.keys.add(JSON.parse(process.env.STACK_KEY));

const clients = Object.values(content.clients);

/** Returns the error code of an invalid token request (RFC 6749 section 5.2), or undefined. */
function problemOf({ grant_type, client_id, client_secret, audience: asked }) {
  const withoutSecret = is('secret-optional') && client_secret === undefined;
  const members = [grant_type, client_id, asked, ...(withoutSecret ? [] : [client_secret])];
  if (!members.every((member) => typeof member === 'string')) return 'invalid_request';
  if (grant_type !== 'client_credentials' && !is('any-grant')) return 'unsupported_grant_type';
  if (asked !== audience && !is('any-audience')) return 'invalid_target';
  const client = clients.find(({ id }) => id === client_id);
  const isGood = client !== undefined && (withoutSecret || client.secret === client_secret);
  return isGood || is('any-secret') ? undefined : 'invalid_client';
}

const scopeOf = ({ client_id }) => {
  const scope = clients.find(({ id }) => id === client_id)?.scope ?? content.scope;
  return is('grants-everything') ? `${scope} ${content.scope}` : scope;
};

server.service.on('beforeTokenSigning', (token, { body }) => {
  const { payload } = token;
  payload.aud = audience;
  payload.sub = body.client_id;
  payload.scope = scopeOf(body);
  if (is('short-tokens')) payload.exp = payload.iat + 600;
});
server.service.on('beforeResponse', (response, { body }) => {
  const problem = problemOf(body ?? {});
  if (problem !== undefined) Object.assign(response, { statusCode: 400, body: { error: problem } });
  else {
    response.body.scope = scopeOf(body);
    if (is('short-tokens')) response.body.expires_in = 600;
    if (is('expiry-as-text')) response.body.expires_in = '3600';
    if (is('bearer-in-lower-case')) response.body.token_type = 'bearer';
  }
});
await server.start(Number(port), '127.0.0.1');
