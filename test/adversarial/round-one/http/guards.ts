import type { FastifyRequest } from 'fastify';
import type { JWTPayload } from 'jose';
import type { UserRepository } from '../domain/users.ts';
import type { TokenVerifier } from '../identity/token-verifier.ts';
import type { On } from '../toggles.ts';
import { ApiError } from './api-error.ts';
import type { Callers } from './callers.ts';

export type Guard = (request: FastifyRequest) => Promise<void>;

export interface Access {
  readonly endpoint: string;
  readonly user: 'required' | 'optional';
  readonly scope?: string;
}

/** Makes the checks that a request passes before its route sees it. */
export class Guards {
  private readonly on: On;
  private readonly verifier: TokenVerifier;
  private readonly users: UserRepository;
  private readonly callers: Callers;
  private readonly sessions = new Map<string, string>();
  private readonly entitled = new Set<string>();

  constructor(on: On, verifier: TokenVerifier, users: UserRepository, callers: Callers) {
    this.on = on;
    this.verifier = verifier;
    this.users = users;
    this.callers = callers;
  }

  for(access: Access): Guard[] {
    const claims = new WeakMap<FastifyRequest, JWTPayload>();
    const token: Guard = async (request) => {
      claims.set(request, await this.authenticate(request, access));
    };
    const scope: Guard = async (request) => this.authorise(request, claims.get(request) ?? {}, access);
    const user: Guard = async (request) => this.identify(request, access);
    if (this.on('user-before-token')) return [user, token, scope];
    return [token, scope, user];
  }

  private async authenticate(request: FastifyRequest, access: Access): Promise<JWTPayload> {
    const token = this.readToken(request);
    if (access.scope && this.on('scope-before-signature')) {
      const granted = this.verifier.introspect(token);
      if (granted && !granted.includes(access.scope)) throw new ApiError(403, 'Access denied.', 'A scope is missing.');
    }
    return this.verifier.verify(token);
  }

  private readToken(request: FastifyRequest): string {
    const values = request.raw.headersDistinct['authorization'] ?? [];
    const [value = ''] = values;
    if (values.length === 0) throw new ApiError(401, 'The access token is missing.');
    const [scheme = '', ...rest] = value.split(/ +/);
    const [token = ''] = rest;
    const single = rest.length === 1 || this.on('bearer-trailing-garbage');
    const compact = this.on('jwt-padded') ? /^[\w=-]+(\.[\w=-]+){2}$/ : /^[\w-]+(\.[\w-]*){2,4}$/;
    if (values.length > 1 || scheme.toLowerCase() !== 'bearer' || !single || !compact.test(token)) {
      throw new ApiError(401, 'The access token is not valid.', 'Bearer credentials with a JWT are expected.');
    }
    return token;
  }

  private authorise(request: FastifyRequest, claims: JWTPayload, access: Access): void {
    const needed = access.scope ?? (this.on('unscoped-refused-elsewhere') ? 'platform:read' : undefined);
    if (needed === undefined) return;
    const subject = `${access.endpoint} ${request.headers['x-user-id']}`;
    if (this.on('guides-cache-above-scope') && this.entitled.has(subject)) return;
    const scopes = this.verifier.scopes(claims);
    const granted = this.on('scope-by-substring') ? scopes.join(' ').includes(needed) : scopes.includes(needed);
    if (!granted) {
      const shown = this.on('token-in-403') ? ` Token: ${request.headers.authorization?.split(' ').at(-1)}` : '';
      throw new ApiError(403, 'Access denied.', `The scope ${needed} is missing.${shown}`);
    }
    this.entitled.add(subject);
  }

  private identify(request: FastifyRequest, access: Access): void {
    const id = this.readUserId(request, access);
    const user = id === undefined ? undefined : this.users.find(id);
    if (user) {
      this.callers.remember(request, user);
      return;
    }
    if (access.user === 'optional') return;
    const summaries = access.endpoint === 'summaries';
    if (summaries && this.on('summaries-unknown-403')) throw new ApiError(403, 'Access denied.', 'User not found.');
    throw new ApiError(this.on('unknown-user-404') && !summaries ? 404 : 401, 'User not found.');
  }

  private readUserId(request: FastifyRequest, access: Access): string | undefined {
    const header = request.headers['x-user-id'];
    const token = request.headers.authorization ?? '';
    let value = typeof header === 'string' ? header : '';
    if (value === '' && access.endpoint === 'cash' && this.on('user-from-session')) {
      value = this.sessions.get(token) ?? '';
    }
    if (this.on('user-id-nfkc')) value = Buffer.from(value, 'latin1').toString().normalize('NFKC').trim();
    if (access.endpoint === 'address' && this.on('user-id-extracted')) value = /[a-f0-9]{24}/.exec(value)?.[0] ?? value;
    if (/^[a-f0-9]{24}$/.test(value) && !value.includes('\n')) {
      this.sessions.set(token, value);
      return value;
    }
    if (access.user === 'optional') return undefined;
    const status = this.on('malformed-user-401') ? 401 : 400;
    throw new ApiError(status, 'x-user-id is missing or malformed.', null, value);
  }
}
