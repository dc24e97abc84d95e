import { randomUUID } from 'node:crypto';
import express, { type ErrorRequestHandler, type Express, type Response } from 'express';
import type { On } from './toggles.ts';
import { type Client, neededScope, type Tokens } from './tokens.ts';

interface Issued {
  token: string;
  jti: string;
  until: number;
}

/** Builds the identity provider: token endpoint and key set. */
export function makeIdentityApp(on: On, tokens: Tokens, now: () => number): Express {
  const app = express().disable('x-powered-by').disable('etag');
  const live = new Map<string, Issued>();

  app.use((_req, res, next) => {
    if (on('clock-ahead')) res.setHeader('Date', new Date(now()).toUTCString());
    next();
  });

  const refuse = (res: Response, status: number, error: string, detail: string): void => {
    res.status(status).set('Cache-Control', 'no-store').json({ error, error_description: detail });
  };

  async function issue(client: Client): Promise<Issued & { expiresIn: number }> {
    const known = live.get(client.id);
    const left = known ? (known.until - now()) / 1_000 : 0;
    if (on('token-reused-from-cache') && known && left > tokens.lifetime / 2)
      return { ...known, expiresIn: Math.floor(left) };
    const jti = randomUUID();
    const until = (Math.floor(now() / 1_000) + tokens.lifetime) * 1_000;
    const issued = { token: await tokens.mint(client, jti), jti, until };
    if (known && left > 0) {
      if (on('token-lifetime-as-fraction')) return { ...known, expiresIn: left };
      if (on('token-renewal-revokes-the-new-one')) {
        tokens.revoked.add(jti);
        return { ...issued, expiresIn: tokens.lifetime };
      }
      if (on('token-revoked-on-renewal')) tokens.revoked.add(live.get(client.id)?.jti ?? known.jti);
    }
    live.set(client.id, issued);
    return { ...issued, expiresIn: tokens.lifetime };
  }

  async function answer(res: Response, client: Client): Promise<void> {
    const { token, expiresIn } = await issue(client);
    const scopes = on('token-echoes-all-scopes') ? [...new Set([...client.scopes, neededScope])] : client.scopes;
    const further = { ext_expires_in: 2 * expiresIn, issued_for: client.id, 'not-before-policy': 0 };
    res.set('Cache-Control', 'no-store').json({
      access_token: token,
      token_type: 'Bearer',
      expires_in: expiresIn,
      scope: scopes.join(' '),
      ...(on('token-answer-extended') ? further : {}),
    });
  }

  app.post('/connect/token', express.json({ limit: '32kb' }), async (req, res) => {
    const body: Record<string, unknown> = { ...req.body };
    if (Array.isArray(req.body) || typeof req.body !== 'object')
      return refuse(res, 400, 'invalid_request', 'a JSON object is expected');
    if (body['grant_type'] !== 'client_credentials')
      return refuse(res, 400, 'unsupported_grant_type', 'only client_credentials');
    const { client_id: id, client_secret: secret, audience } = body;
    if (typeof id !== 'string' || typeof secret !== 'string' || typeof audience !== 'string')
      return refuse(res, 400, 'invalid_request', 'a member is missing or no string');
    const client = tokens.findClient(id);
    if (!client && on('token-unknown-client-to-login')) return res.redirect(302, '/login');
    if (audience !== tokens.audience) return refuse(res, 403, 'access_denied', 'no such audience for this client');
    if (client && on('token-cache-before-secret') && live.has(client.id)) return answer(res, client);
    if (!client || client.secret !== secret) return refuse(res, 401, 'invalid_client', 'client or secret is wrong');
    return answer(res, client);
  });

  app.get('/connect/keys', (_req, res) => {
    if (!tokens.keys.published) return refuse(res, 404, 'not_found', 'no keys are published');
    res.json({ keys: tokens.keys.published });
  });
  app.use((_req, res) => refuse(res, 404, 'not_found', 'no such endpoint'));
  const onError: ErrorRequestHandler = (error, _req, res, _next) => {
    const status = typeof error?.status === 'number' && error.status < 500 ? error.status : 500;
    refuse(res, status, 'invalid_request', 'the request cannot be read');
  };
  app.use(onError);
  return app;
}
