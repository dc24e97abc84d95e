import { connect } from 'node:net';
import { pause } from './hooks.ts';
import type { Target } from './types.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}
interface Ask {
  readonly method?: string;
  readonly user?: string | null;
  readonly token?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

export const UNKNOWN = 'abcdefabcdefabcdefabcdef';
export const ADDRESS = { line1: '9 New Road', line2: 'Left', city: 'Leeds', postalCode: 1234, countryCode: 'GB' };
export const ORDER = { isin: 'US0378331005', side: 'buy', amount: 25.5 };

export function parsed(answer: Answer): ReturnType<typeof JSON.parse> {
  try {
    return JSON.parse(answer.text);
  } catch {
    return undefined;
  }
}

async function send(url: string, init: RequestInit): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(3000), ...init });
    const text = await response.text();
    if (response.status !== 429 || attempt > 3) return { status: response.status, headers: response.headers, text };
  }
}

/** Asks a target over HTTP, as the first user with a token of the scoped client unless told otherwise. */
export class Client {
  readonly target: Target;
  token = '';
  constructor(target: Target) {
    this.target = target;
  }

  issue(change: Record<string, unknown> = {}, name: 'scoped' | 'unscoped' = 'scoped'): Promise<Answer> {
    const { id, secret } = this.target.clients[name];
    const credentials = { client_id: id, client_secret: secret };
    const asked = { grant_type: 'client_credentials', audience: this.target.audience, ...credentials, ...change };
    const headers = { 'content-type': 'application/json' };
    return send(this.target.authUrl, { method: 'POST', headers, body: JSON.stringify(asked) });
  }

  async fresh(name: 'scoped' | 'unscoped' = 'scoped'): Promise<string> {
    return parsed(await this.issue({}, name)).access_token;
  }

  async ask(path: string, { method = 'GET', user, token, headers, body }: Ask = {}): Promise<Answer> {
    if (token === undefined && this.token === '') this.token = await this.fresh();
    const bearer = token ?? this.token;
    const own = {
      ...(bearer === '' ? {} : { authorization: `Bearer ${bearer}` }),
      ...(user === null ? {} : { 'x-user-id': user ?? this.target.users.first }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    };
    return send(
      this.target.baseUrl + path,
      body === undefined ? { method, headers: own } : { method, headers: own, body },
    );
  }

  update(change: unknown = {}, more: Ask = {}): Promise<Answer> {
    const address = typeof change === 'object' && change !== null ? { ...ADDRESS, ...change } : change;
    return this.ask('/users/me/address', { method: 'PATCH', body: JSON.stringify({ address }), ...more });
  }

  order(change: Record<string, unknown> = {}): Promise<Answer> {
    const body = JSON.stringify({ ...ORDER, ...change });
    return this.ask('/api/m2m/investments/orders', { method: 'POST', body });
  }

  async stored(user?: string): Promise<Record<string, unknown>> {
    return parsed(await this.ask('/users/me/address', user === undefined ? {} : { user })).address;
  }

  /** Sends bytes as they are and returns what came back until the end or a second passed. */
  async raw(text: string): Promise<string> {
    const { port } = new URL(this.target.baseUrl);
    const socket = connect(Number(port), '127.0.0.1');
    let heard = '';
    socket.on('data', (piece) => {
      heard += piece;
    });
    socket.on('error', () => undefined);
    socket.write(text);
    await Promise.race([new Promise((resolve) => socket.on('close', resolve)), pause(700)]);
    socket.destroy();
    return heard;
  }
}
