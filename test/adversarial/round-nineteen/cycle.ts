import { randomUUID } from 'node:crypto';
import { control, type Route, routes } from './controllers.ts';
import { type Answer, type Client, Refusal, type Site, type User, type Visit } from './site.ts';
import { credentialsOf, type Issuer } from './tokens.ts';
import type { UserMeta } from './users.ts';

export interface Parts {
  readonly site: Site;
  readonly issuer: Issuer;
  readonly clients: readonly Client[];
  readonly users: readonly User[];
  readonly meta: UserMeta;
  readonly base: string;
  readonly tokenPath: string;
}

function refusalAnswer(site: Site, refusal: Refusal, visit: Visit): Answer {
  const error = { message: refusal.message, description: null };
  const body = site.apply('error', { status: refusal.status, error, responseId: randomUUID() }, visit);
  const headers: Answer['headers'] = { 'cache-control': 'no-store' };
  if (refusal.status === 401) headers['www-authenticate'] = 'Bearer realm="api"';
  return { status: refusal.status, headers, body };
}

async function token(parts: Parts, visit: Visit): Promise<Answer> {
  const { site, issuer } = parts;
  const headers = { 'cache-control': 'no-store', pragma: 'no-cache' };
  try {
    if (visit.method !== 'POST') throw new Refusal(405, 'invalid_request', 'Tokens are had by POST.');
    const client = credentialsOf(visit, site, parts.clients, issuer.audience);
    const payload = site.apply('payload', issuer.claimsFor(client), visit);
    const body = {
      access_token: await issuer.sign(payload),
      token_type: 'Bearer',
      expires_in: site.option('lifetime', 3600),
      scope: client.scopes.join(' '),
    };
    return { status: 200, headers, body: site.apply('token_answer', body, visit) };
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    const body = { error: problem.code, error_description: problem.message };
    return site.apply('token_refusal', { status: problem.status, headers, body }, visit);
  }
}

function findRoute(visit: Visit, path: string): Route {
  const matching = routes.filter((route) => route.pattern.test(path));
  const [first] = matching;
  if (!first) throw new Refusal(404, 'rest_no_route', 'There is no such route.');
  const found = matching.find((route) => route.methods.includes(visit.method));
  if (!found) throw new Refusal(405, 'rest_no_method', 'The route does not know that method.');
  visit.id = found.pattern.exec(path)?.[1] ?? '';
  return found;
}

async function identify(parts: Parts, visit: Visit, route: Route): Promise<void> {
  const { site } = parts;
  const exact = /^bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(visit.header('authorization') ?? '')?.[1];
  visit.token = site.apply('bearer', exact, visit) ?? '';
  if (!visit.token) throw new Refusal(401, 'rest_not_logged_in', 'A bearer token is required.');
  visit.claims = await parts.issuer.verify(visit.token, visit);
  if (!route.withUser) return;
  const id = visit.header('x-user-id') ?? '';
  if (!/^[a-f0-9]{24}$/.test(id)) throw new Refusal(400, 'rest_invalid_param', 'x-user-id is missing or malformed.');
  const found = parts.users.find((user) => user.id === id);
  visit.user = site.apply('user', found, visit);
}

async function api(parts: Parts, visit: Visit): Promise<Answer> {
  const { site } = parts;
  try {
    const inside = visit.path.startsWith(`${parts.base}/`) ? visit.path.slice(parts.base.length) : '';
    const route = findRoute(visit, inside);
    visit.route = route.name;
    const early = site.apply<Answer | undefined>('early', undefined, visit);
    if (early) return early;
    await identify(parts, visit, route);
    site.apply('identified', visit.user, visit);
    return control(site, visit, parts.meta);
  } catch (problem) {
    if (problem instanceof Refusal) return refusalAnswer(site, site.apply('refusal', problem, visit), visit);
    return refusalAnswer(site, new Refusal(500, 'critical', 'There has been a critical error.'), visit);
  }
}

export async function respond(parts: Parts, visit: Visit): Promise<Answer> {
  if (visit.path === '/keys') return { status: 200, headers: {}, body: await parts.issuer.keySet() };
  if (visit.path === parts.tokenPath) visit.route = 'token';
  const turned = parts.site.apply<Answer | undefined>('shed', undefined, visit);
  if (turned) return turned;
  const answer = visit.route === 'token' ? await token(parts, visit) : await api(parts, visit);
  return parts.site.apply('answer', answer, visit);
}
