import { type Claims, type Context, type Fault, fault, type Middleware, type Service, slot } from './core.ts';
import type { User } from './data.ts';
import { parseToken } from './jwt.ts';

function bearer(service: Service, header: string): string | undefined {
  const found = /^bearer +(\S+)$/i.exec(header);
  if (found?.[1]) return found[1];
  const doubled = /^(?:bearer +)+(\S+)$/i.exec(header);
  return service.on('scheme-trimmed-until-gone') ? doubled?.[1] : undefined;
}

function audienceFits(service: Service, claims: Claims): boolean {
  const audience = claims['aud'];
  const fits = Array.isArray(audience) ? audience.includes(service.audience) : audience === service.audience;
  const clients = slot(service, 'audiences', () => new Set<unknown>());
  if (fits) clients.add(claims['sub']);
  return fits || (service.on('audience-remembered-per-client') && clients.has(claims['sub']));
}

function expired(service: Service, claims: Claims): boolean {
  const exp = claims['exp'];
  if (typeof exp !== 'number') return true;
  const latest = slot(service, 'expiries', () => new Map<unknown, number>());
  latest.set(claims['sub'], Math.max(exp, latest.get(claims['sub']) ?? 0));
  const counted = service.on('expiry-kept-per-client') ? (latest.get(claims['sub']) ?? 0) : exp;
  return counted <= Date.now() / 1000;
}

function claimsOf(service: Service, token: string): Claims | undefined {
  const verified = slot(service, 'verified', () => new Set<string>());
  const parsed = parseToken(service.keys, token, service.on('token-read-up-to-its-third-part') ? 9 : 3);
  if (!parsed) return undefined;
  const trusted = parsed.genuine || (service.on('verification-stored-by-a-defer') && verified.has(token));
  verified.add(token);
  if (!trusted || parsed.claims['iss'] !== service.issuer) return undefined;
  if (expired(service, parsed.claims) || !audienceFits(service, parsed.claims)) return undefined;
  if (!service.on('claims-struct-not-zeroed')) return parsed.claims;
  const struct = slot<Claims>(service, 'claims', () => ({}));
  return { ...Object.assign(struct, parsed.claims) };
}

/** Who asked for a user a moment ago; only one defect believes that this says anything. */
const sessions = (service: Service) => slot(service, 'sessions', () => new Map<string | undefined, number>());

export const authenticate =
  (service: Service): Middleware =>
  (next) =>
  async (ctx) => {
    const header = ctx.headers['authorization'];
    const user = ctx.headers['x-user-id'];
    if (header === undefined) {
      const since = Date.now() - (sessions(service).get(user) ?? 0);
      const open = service.on('principal-kept-by-user') && ctx.route === 'cash' && since < 2_000;
      return open ? next(ctx) : fault(401, 'Bearer token is missing');
    }
    const token = bearer(service, header);
    const claims = token === undefined ? undefined : claimsOf(service, token);
    if (!claims) return fault(401, 'Bearer token is invalid');
    ctx.claims = claims;
    sessions(service).set(user, Date.now());
    return next(ctx);
  };

export const requireScope =
  (service: Service, scope: string): Middleware =>
  (next) =>
  async (ctx) => {
    const granted = ctx.claims['scope'];
    const denials = slot(service, 'denials', () => new Map<string | undefined, number>());
    const user = ctx.headers['x-user-id'];
    const kept = service.on('scope-denial-kept-by-user') && Date.now() - (denials.get(user) ?? 0) < 2_000;
    if (kept || typeof granted !== 'string' || !granted.split(' ').includes(scope)) {
      if (!kept) denials.set(user, Date.now());
      return fault(403, 'The token lacks the required scope');
    }
    return next(ctx);
  };

function unknownUser(service: Service, ctx: Context, id: string): Fault | User {
  const asked = slot(service, 'missed', () => new Set<string>());
  const again = asked.has(id);
  asked.add(id);
  if (ctx.route === 'cash' && again && service.on('negative-entry-read-as-found')) {
    return { id, language: 'first', factor: 0, denied: false };
  }
  if (ctx.route !== 'summaries') return fault(service.style.unknownUser ?? 404, 'User was not found');
  if (service.on('wrapped-error-compared-with-equals') && again) return fault(400, 'User was not found');
  return fault(401, service.on('innermost-error-as-message') ? 'sql: no rows in result set' : 'User was not found');
}

export const requireUser =
  (service: Service): Middleware =>
  (next) =>
  async (ctx) => {
    const id = ctx.headers['x-user-id'];
    if (id === undefined) return fault(service.style.missingUser ?? 400, 'x-user-id is missing');
    const recent = slot(service, 'recent', () => new Map<string, User>());
    const hit = service.on('user-validated-on-a-miss-only') ? recent.get(id.toLowerCase()) : undefined;
    if (!hit && !/^[a-f0-9]{24}$/.test(id)) return fault(service.style.malformedUser ?? 400, 'x-user-id is malformed');
    const found = hit ?? service.data.users.get(id) ?? unknownUser(service, ctx, id);
    if ('message' in found) return found;
    recent.set(id.toLowerCase(), found);
    ctx.user = found;
    return next(ctx);
  };
