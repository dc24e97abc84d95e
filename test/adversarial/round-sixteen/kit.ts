import { createConnection } from 'node:net';
import type { Target } from './interfaces.ts';
import type { Json } from './patch-kit.ts';

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  json: Json;
}
interface Options {
  method?: string;
  user?: string | null;
  token?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
}
export interface Kit {
  target: Target;
  scoped: string;
  unscoped: string;
  call: (path: string, options?: Options) => Promise<Reply>;
  desk: (change?: Json, client?: 'scoped' | 'unscoped') => Promise<Reply>;
  raw: (method: string, path: string) => Promise<string>;
}

export const sample = { line1: 'Dock 7', line2: '2nd floor', city: 'Kiel', postalCode: 24103, countryCode: 'DE' };
export const update = (over: object = {}) => ({ method: 'PATCH', body: { address: { ...sample, ...over } } });
export const buy = (over: object = {}) => ({
  method: 'POST',
  body: { isin: 'DE0007164600', side: 'buy', amount: 100, ...over },
});

async function ask(url: string, init: RequestInit): Promise<Reply> {
  for (let left = 6; ; left--) {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(3000) }).catch(() => undefined);
    if (!response) return { status: 0, headers: new Headers(), text: '', json: null };
    const text = await response.text();
    if ([429, 503].includes(response.status) && left > 0) continue;
    let json: Json = null;
    try {
      json = JSON.parse(text);
    } catch {}
    return { status: response.status, headers: response.headers, text, json };
  }
}

export async function kit(target: Target): Promise<Kit> {
  const desk: Kit['desk'] = (change = {}, client = 'scoped') => {
    const { id, secret } = target.clients[client];
    const request = {
      grant_type: 'client_credentials',
      audience: target.audience,
      client_id: id,
      client_secret: secret,
    };
    const body = JSON.stringify({ ...request, ...change });
    return ask(target.authUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  };
  const scoped = (await desk()).json?.access_token;
  const unscoped = (await desk({}, 'unscoped')).json?.access_token;
  return {
    target,
    scoped,
    unscoped,
    desk,
    call: (path, { method = 'GET', user = target.users.first, token = scoped, body, headers = {} } = {}) => {
      const fields: Record<string, string> = {};
      if (token !== null) fields['authorization'] = `Bearer ${token}`;
      if (user !== null) fields['x-user-id'] = user;
      if (body !== undefined) fields['content-type'] = 'application/json';
      const sent = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body);
      return ask(target.baseUrl + path, { method, headers: { ...fields, ...headers }, body: sent });
    },
    raw: (method, path) =>
      new Promise((done) => {
        const { hostname, port } = new URL(target.baseUrl);
        const socket = createConnection(Number(port), hostname);
        let text = '';
        socket.on('data', (data) => {
          text += data;
        });
        socket.on('close', () => done(text.split('\r\n')[0] ?? ''));
        socket.write(`${method} ${path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n`);
      }),
  };
}
