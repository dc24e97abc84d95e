import type { App } from './directives.ts';
import type { Exchange, Reply } from './layer.ts';
import { LIFETIME } from './tokens.ts';

const noStore = { 'cache-control': 'no-store', pragma: 'no-cache' } as const;

const refusal = (status: number, error: string): Reply => ({
  status,
  headers: noStore,
  body: { error, error_description: 'The token request was refused.' },
});

const members = (text: Buffer): Map<string, unknown> | undefined => {
  try {
    const raw: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text));
    const isObject = typeof raw === 'object' && raw !== null && !Array.isArray(raw);
    return isObject ? new Map(Object.entries(raw)) : undefined;
  } catch {
    return undefined;
  }
};

export async function issueToken(exchange: Exchange, { provider, settings }: App): Promise<Reply> {
  const body = exchange.tooLarge ? undefined : members(exchange.text);
  const id = body?.get('client_id');
  const secret = body?.get('client_secret');
  if (!body || typeof id !== 'string' || typeof secret !== 'string' || !id || !secret)
    return refusal(400, 'invalid_request');
  if (body.get('grant_type') !== 'client_credentials') return refusal(400, 'unsupported_grant_type');
  if (body.get('audience') !== settings.audience) return refusal(403, 'access_denied');
  const grant = await provider.grant(id, secret);
  if (!grant) return refusal(401, 'invalid_client');
  exchange.client = grant.client;
  return {
    status: 200,
    headers: noStore,
    body: { access_token: grant.token, token_type: 'Bearer', expires_in: LIFETIME, scope: grant.scope },
  };
}
