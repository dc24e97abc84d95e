import type { IncomingMessage } from 'node:http';
import type { Claims } from './bearer.ts';
import type { User } from './people.ts';
import type { Route } from './routes.ts';

/** A request as the pipeline hands it on, never changed in place. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  readonly socket: object;
  readonly route?: Route;
  readonly id?: string;
  readonly claims?: Claims;
  readonly user?: User;
  readonly json?: unknown;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: unknown;
  readonly bytes?: Buffer;
}

export type Step = (call: Call) => Call | Reply | Promise<Call | Reply>;

export const isReply = (value: Call | Reply): value is Reply => 'status' in value;

export const answer = (body: unknown, headers: Reply['headers'] = {}, status = 200): Reply => ({
  status,
  headers: { 'Cache-Control': 'no-store', ...headers },
  body,
});

const bodyLimit = 256 * 1024;

// Repeated fields are joined, because Node keeps only the first of some of them.
function joinHeaders(raw: readonly string[]): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (let at = 0; at < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase();
    const before = headers.get(name);
    headers.set(name, before === undefined ? (raw[at + 1] ?? '') : `${before}, ${raw[at + 1] ?? ''}`);
  }
  return headers;
}

/** Reads a whole request, or says that its body is too large. */
export async function readCall(message: IncomingMessage): Promise<Call | 'too large'> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of message as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > bodyLimit) return 'too large';
    parts.push(part);
  }
  // RFC 9112 section 3.2.2: the absolute form has to be understood as well.
  const target = (message.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '');
  const mark = target.indexOf('?');
  return {
    method: message.method ?? 'GET',
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
    headers: joinHeaders(message.rawHeaders),
    body: Buffer.concat(parts),
    socket: message.socket,
  };
}

/** Runs the steps until one of them answers. */
export async function run(steps: readonly Step[], call: Call): Promise<Reply> {
  let current = call;
  for (const step of steps) {
    const next = await step(current);
    if (isReply(next)) return next;
    current = next;
  }
  throw new Error('no step answered');
}
