import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { Clock } from '../clock.ts';
import type { On } from '../toggles.ts';
import type { ClientRegistry } from './client-registry.ts';
import type { KeyRing } from './key-ring.ts';
import type { TokenIssuer } from './token-issuer.ts';

class OAuthError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The identity provider: the token endpoint and the key set. */
export class AuthorizationServer {
  private readonly on: On;
  private readonly clock: Clock;
  private readonly clients: ClientRegistry;
  private readonly ring: KeyRing;
  private issuer: TokenIssuer | undefined;
  private leftover: unknown;

  constructor(on: On, clock: Clock, clients: ClientRegistry, ring: KeyRing) {
    this.on = on;
    this.clock = clock;
    this.clients = clients;
    this.ring = ring;
  }

  use(issuer: TokenIssuer): void {
    this.issuer = issuer;
  }

  build(): FastifyInstance {
    const app = fastify({ logger: false, forceCloseConnections: true });
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    app.addHook('onSend', async (_request, reply, payload) => {
      const date = this.clock.header();
      if (date !== undefined) reply.header('date', date);
      return payload;
    });
    app.setErrorHandler((error, _request, reply) => this.refuse(error, reply));
    app.post('/oauth/token', async (request, reply) => {
      const fields = this.readBody(request.body, request.headers['content-type']);
      return this.answer(fields, reply);
    });
    if (!this.ring.symmetric) app.get('/.well-known/jwks.json', () => this.ring.publish());
    return app;
  }

  private async answer(fields: Record<string, unknown>, reply: FastifyReply): Promise<object> {
    const client = this.admit(fields);
    const issuer = this.issuer as TokenIssuer;
    if (fields['audience'] !== issuer.audience) {
      throw new OAuthError(403, 'access_denied', 'The client may not call this audience.');
    }
    const { token, expiresIn } = await issuer.issue(client);
    reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
    const answer = { access_token: token, token_type: 'Bearer', expires_in: expiresIn };
    const silent = client === this.clients.unscoped && this.on('unscoped-without-scope');
    return silent ? answer : { ...answer, scope: client.scopes.join(' ') };
  }

  private admit(fields: Record<string, unknown>) {
    const { grant_type, client_id, client_secret } = fields;
    if (grant_type !== 'client_credentials') {
      throw new OAuthError(400, 'unsupported_grant_type', 'Only client_credentials is offered.');
    }
    const secret = this.readSecret(client_secret);
    if (typeof client_id !== 'string' || secret === undefined) {
      throw new OAuthError(400, 'invalid_request', 'client_id and client_secret are required.');
    }
    const client = this.clients.authenticate(client_id, secret);
    if (client === undefined) throw new OAuthError(401, 'invalid_client', 'The client could not be authenticated.');
    return client;
  }

  private readSecret(secret: unknown): string | undefined {
    if (this.on('secret-array-coerced') && Array.isArray(secret)) return `${secret}`;
    return typeof secret === 'string' ? secret : undefined;
  }

  private readBody(body: unknown, mediaType: string | undefined): Record<string, unknown> {
    if (!/^application\/json *(;|$)/i.test(mediaType ?? '')) {
      throw new OAuthError(400, 'invalid_request', 'The body has to be JSON.');
    }
    let value: unknown;
    try {
      value = JSON.parse(String(body));
      this.leftover = value;
    } catch {
      // The parser keeps its last result where the next one fails.
      value = this.on('token-body-leftover') ? this.leftover : undefined;
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new OAuthError(400, 'invalid_request', 'The body has to be a JSON object.');
    }
    return value as Record<string, unknown>;
  }

  private refuse(error: unknown, reply: FastifyReply): FastifyReply {
    const known = error instanceof OAuthError;
    const status = known ? error.status : ((error as { statusCode?: number }).statusCode ?? 500);
    const text = known ? error.message : 'The request could not be read.';
    reply.code(status).header('cache-control', 'no-store');
    if (this.on('token-errors-html')) {
      return reply.type('text/html; charset=utf-8').send(`<!doctype html><title>${status}</title><p>${text}</p>`);
    }
    return reply.send({ error: known ? error.code : 'invalid_request', error_description: text });
  }
}
