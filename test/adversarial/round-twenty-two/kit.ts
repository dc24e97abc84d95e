import type { Client, Target } from './types.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: probes look into bodies of every shape.
  readonly json: any;
}
export interface Call {
  readonly user?: string | null;
  readonly token?: string | null;
  readonly authorization?: string;
  readonly body?: unknown;
  readonly type?: string;
}
export interface Kit {
  readonly t: Target;
  readonly call: (method: string, path: string, call?: Call) => Promise<Reply>;
  readonly get: (path: string, call?: Call) => Promise<Reply>;
  readonly desk: (body: unknown) => Promise<Reply>;
  readonly grant: (client: Client) => Record<string, unknown>;
  readonly scoped: string;
  readonly unscoped: string;
}

async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status: response.status, headers: response.headers, text, json };
}

async function patiently(ask: () => Promise<Response>): Promise<Reply> {
  for (let attempt = 0; ; attempt += 1) {
    const reply = await replyOf(await ask());
    if (attempt === 5 || (reply.status !== 429 && reply.status !== 503)) return reply;
  }
}

export async function kitOf(t: Target): Promise<Kit> {
  const grant = (client: Client) => ({
    grant_type: 'client_credentials',
    audience: t.audience,
    client_id: client.id,
    client_secret: client.secret,
  });
  const desk = (body: unknown) =>
    patiently(() =>
      fetch(t.authUrl, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    );
  const scoped = (await desk(grant(t.clients.scoped))).json.access_token as string;
  const unscoped = (await desk(grant(t.clients.unscoped))).json.access_token as string;
  const call = (method: string, path: string, { user, token, authorization, body, type }: Call = {}) => {
    const headers: Record<string, string> = {};
    if (user !== null) headers['x-user-id'] = user ?? t.users.first;
    if (token !== null) headers['authorization'] = authorization ?? `Bearer ${token ?? scoped}`;
    if (body !== undefined) headers['content-type'] = type ?? 'application/json';
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    const signal = AbortSignal.timeout(1500);
    return patiently(() =>
      fetch(t.baseUrl + path, { method, headers, signal, ...(text === undefined ? {} : { body: text }) }),
    );
  };
  return { t, call, get: (path, one) => call('GET', path, one), desk, grant, scoped, unscoped };
}
