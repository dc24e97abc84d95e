import { bagOf } from './edit.ts';
import type { Bag, Client, Target } from './types.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly value: unknown;
}
export interface Ask {
  readonly token?: string | undefined;
  readonly user?: string | undefined;
  readonly body?: unknown;
  readonly raw?: string;
  readonly type?: string;
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  return { status: response.status, headers: response.headers, text, value };
}

/** One request of the API; what the load shedding refuses is asked again. */
export async function call(target: Target, method: string, path: string, ask: Ask): Promise<Answer> {
  const headers: Record<string, string> = {};
  if (ask.token !== undefined) headers['Authorization'] = `Bearer ${ask.token}`;
  if (ask.user !== undefined) headers['x-user-id'] = ask.user;
  const body = ask.raw ?? (ask.body === undefined ? undefined : JSON.stringify(ask.body));
  if (body !== undefined) headers['Content-Type'] = ask.type ?? 'application/json';
  const send = async (): Promise<Answer> =>
    answerOf(await fetch(`${target.baseUrl}${path}`, { method, headers, ...(body === undefined ? {} : { body }) }));
  const first = await send();
  return first.status === 503 || first.status === 429 ? send() : first;
}

export const credentials = (target: Target, client: Client): Bag => ({
  grant_type: 'client_credentials',
  audience: target.audience,
  client_id: client.id,
  client_secret: client.secret,
});

export async function post(target: Target, body: Bag): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json' };
  return answerOf(await fetch(target.authUrl, { method: 'POST', headers, body: JSON.stringify(body) }));
}

export async function tokenOf(target: Target, client: Client): Promise<string> {
  const answer = await post(target, credentials(target, client));
  return String(bagOf(answer.value)['access_token']);
}

export function at(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>((one, step) => {
    if (Array.isArray(one)) return (one as unknown[]).at(Number(step));
    return bagOf(one)[String(step)];
  }, value);
}
