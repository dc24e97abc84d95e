import { request } from 'node:http';
import { connect } from 'node:net';
import { start, type Target } from './start.ts';

export interface Reply {
  status: number;
  headers: Record<string, unknown>;
  lines: string[];
  text: string;
  json: unknown;
}

export interface Session {
  target: Target;
  scoped: string;
  unscoped: string;
  ask: (body: unknown) => Promise<Reply>;
  credentials: (which?: 'scoped' | 'unscoped') => Record<string, unknown>;
  call: (line: string, headers?: Record<string, string | undefined>, body?: string) => Promise<Reply>;
  raw: (text: string) => Promise<string>;
}

/** Sends one request and reads the whole answer, or gives up after two seconds with status 0. */
export function send(method: string, url: string, headers: Record<string, string>, body?: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const unanswered = { status: 0, headers: {}, lines: [], text: '', json: undefined };
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const call = request(url, { method, headers: { ...length, ...headers }, agent: false }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        let json: unknown;
        try {
          json = JSON.parse(text);
        } catch {
          json = undefined;
        }
        resolve({ status: res.statusCode ?? 0, headers: res.headers, lines: res.rawHeaders, text, json });
      });
    });
    call.setTimeout(2000, () => {
      resolve(unanswered);
      call.destroy();
    });
    call.on('error', reject);
    call.end(body);
  });
}

/** Starts a target and gets a token for each client. */
export async function open(toggle?: string): Promise<Session> {
  const target = await start(toggle);
  const credentials: Session['credentials'] = (which = 'scoped') => ({
    grant_type: 'client_credentials',
    audience: target.audience,
    client_id: target.clients[which].id,
    client_secret: target.clients[which].secret,
  });
  const ask: Session['ask'] = (body) =>
    send(
      'POST',
      target.authUrl,
      { 'content-type': 'application/json' },
      typeof body === 'string' ? body : JSON.stringify(body),
    );
  const tokenOf = async (which: 'scoped' | 'unscoped') =>
    String(at((await ask(credentials(which))).json, 'access_token'));
  const scoped = await tokenOf('scoped');
  const unscoped = await tokenOf('unscoped');
  const call: Session['call'] = (line, headers = {}, body) => {
    const [method = 'GET', path = '/'] = line.split(' ');
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const all = {
      accept: 'application/json',
      authorization: `Bearer ${scoped}`,
      'x-user-id': target.users.first,
      ...type,
      ...headers,
    };
    const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return send(method, `${target.baseUrl}${path}`, Object.fromEntries(sent), body);
  };
  const raw: Session['raw'] = (text) =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(target.baseUrl).port), '127.0.0.1', () => socket.write(text));
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk.toString();
      });
      socket.on('close', () => resolve(answer)).on('error', reject);
    });
  return { target, scoped, unscoped, ask, credentials, call, raw };
}

/** Follows a path of members, separated by dots. */
export function at(value: unknown, path: string): unknown {
  let inner = value;
  for (const name of path.split('.')) inner = (inner as Record<string, unknown> | undefined | null)?.[name];
  return inner;
}
