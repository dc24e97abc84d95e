import type { ClientRow, Members, Reply, Site, TokenAnswer } from './model.ts';
import { isObject } from './model.ts';

function refusal(status: number, error: string): Reply {
  const challenge: Record<string, string> = status === 401 ? { 'WWW-Authenticate': 'Basic realm="M2MDESK"' } : {};
  return { status, headers: { 'Cache-Control': 'no-store', ...challenge }, body: { error } };
}

export function granted(site: Site, answer: TokenAnswer): Reply {
  return { status: site.tokenStatus, headers: { 'Cache-Control': 'no-store' }, body: answer };
}

function read(bytes: Buffer): Members | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export async function desk(site: Site, method: string, bytes: Buffer): Promise<Reply> {
  if (method !== 'POST') return refusal(405, 'invalid_request');
  const request = read(bytes);
  if (request === undefined) return refusal(400, 'invalid_request');
  const { grant_type: grant, audience, client_id: id, client_secret: secret } = request;
  if (typeof id !== 'string' || typeof secret !== 'string') return refusal(400, 'invalid_request');
  if (!site.steps.grantKnown(grant)) return refusal(400, 'unsupported_grant_type');
  if (!site.steps.safPasses(site.steps.saf(id, secret))) return refusal(401, 'invalid_client');
  if (audience !== site.audience) return refusal(400, 'invalid_target');
  const row: ClientRow = Object.values(site.clients).find((entry) => entry.id === id) ?? { id, secret, scopes: [] };
  const now = Math.floor(Date.now() / 1000);
  const lifetime = site.steps.lifetime(now);
  const token = await site.steps.sign(site.steps.claims(row, now, lifetime));
  const answer = { access_token: token, token_type: 'Bearer', expires_in: lifetime, scope: row.scopes.join(' ') };
  return site.steps.granted(row, answer);
}
