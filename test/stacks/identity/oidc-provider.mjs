import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import Provider, { errors } from 'oidc-provider';
import { audience, content, is, issuer, port, strictJson } from '../core.mjs';

const clients = Object.values(content.clients);
const lifetime = is('short-tokens') ? 600 : 3600;

const provider = new Provider(issuer, {
  clients: clients.map(({ id, secret, scope }) => ({
    client_id: id,
    client_secret: secret,
    grant_types: ['client_credentials'],
    response_types: [],
    redirect_uris: [],
    token_endpoint_auth_method: 'client_secret_post',
    scope: is('grants-everything') ? `${scope} ${content.scope}` : scope,
  })),
  scopes: [...new Set(clients.flatMap(({ scope }) => scope.split(' ')))],
  jwks: { keys: [JSON.parse(process.env.STACK_KEY)] },
  features: {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: false },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: (_context, resource) => {
        if (resource !== audience) throw new errors.InvalidTarget();
        return {
          scope: clients.map(({ scope }) => scope).join(' '),
          audience,
          accessTokenTTL: lifetime,
          accessTokenFormat: is('opaque-tokens') ? 'opaque' : 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        };
      },
    },
  },
});
const inner = createServer(provider.callback()).listen(0, '127.0.0.1');
await once(inner, 'listening');

/**
 * Turns the members of a JSON object into a form, because the provider accepts only forms (RFC 6749
 * section 4.4.2).
 */
function toForm(text) {
  const body = strictJson(text);
  const names = ['grant_type', 'audience', 'client_id', 'client_secret'];
  const isGood = (name) => typeof body?.[name] === 'string' || is('writes-text');
  if (!names.every(isGood)) throw new Error('a member is missing or no string');
  // A server that hard-codes grant_type accepts every grant.
  const grant = is('fixes-grant') ? 'client_credentials' : body.grant_type;
  const form = new URLSearchParams({
    grant_type: grant,
    client_id: body.client_id,
    client_secret: body.client_secret,
  });
  form.set('resource', is('fixes-audience') ? audience : body.audience);
  const granted = clients.find(({ id }) => id === body.client_id)?.scope ?? '';
  form.set('scope', is('grants-everything') ? `${granted} ${content.scope}` : granted);
  return form;
}

createServer(async (request, response) => {
  const isToken = request.method === 'POST' && request.url === '/token';
  try {
    const body = isToken ? toForm(await buffer(request)) : undefined;
    const { method, url } = request;
    const answer = await fetch(`http://127.0.0.1:${inner.address().port}${url}`, {
      method,
      ...(body && { body }),
    });
    const { status } = answer;
    response.writeHead(is('loses-status') ? 200 : status, {
      'content-type': answer.headers.get('content-type') ?? 'application/json',
      'cache-control': is('drops-headers')
        ? 'max-age=60'
        : (answer.headers.get('cache-control') ?? 'no-store'),
    });
    response.end(await answer.text());
  } catch {
    response.writeHead(400, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(JSON.stringify({ error: 'invalid_request' }));
  }
}).listen(Number(port), '127.0.0.1');
