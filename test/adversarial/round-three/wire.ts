import type { ServerResponse } from 'node:http';
import type { Reply } from './exchange.ts';
import type { On } from './toggles.ts';
import { pause } from './world.ts';

function shuffleMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffleMembers);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => ({ name, inner, place: Math.random() }));
  entries.sort((a, b) => a.place - b.place);
  return Object.fromEntries(entries.map(({ name, inner }) => [name, shuffleMembers(inner)]));
}

function addOddMembers(text: string): string {
  const odd = '"status":"ready","error":null,"":0,"constructor":"x","__proto__":{"active":0}';
  return text.replace(/^\{/, `{${odd},`);
}

function write(on: On, reply: Reply): Buffer {
  if (reply.bytes !== undefined) return reply.bytes;
  if (reply.body === undefined) return Buffer.alloc(0);
  const body = on('members-in-another-order') ? shuffleMembers(reply.body) : reply.body;
  const links = on('successes-are-hal') && reply.status < 300 ? { _links: { self: { href: '.' } } } : {};
  const text = JSON.stringify({ ...(body as object), ...links });
  return Buffer.from(on('odd-members') && reply.status < 300 ? addOddMembers(text) : text);
}

function gatewayHeaders(): Reply['headers'] {
  const numbered = Array.from({ length: 20 }, (_, at) => [`X-Edge-${at}`, 'bocian '.repeat(3).trim()]);
  return {
    ...Object.fromEntries(numbered),
    'Set-Cookie': ['route=a1; Path=/; HttpOnly; SameSite=None', 'seen=1; Max-Age=60'],
    'Strict-Transport-Security': 'max-age=31536000',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Alt-Svc': 'clear',
    'Server-Timing': 'db;dur=1.5, edge;desc="Gdynia";dur=0.2',
    Link: '</docs>; rel="service-doc"',
    Server: 'bocian',
  };
}

function headersFor(on: On, reply: Reply, length: number): Reply['headers'] {
  const type = on('successes-are-hal') && reply.status < 300 ? 'application/hal+json' : 'application/json';
  return {
    ...(on('thirty-headers') ? gatewayHeaders() : {}),
    ...(on('preflights-are-answered') ? { 'Access-Control-Allow-Origin': '*' } : {}),
    ...(length === 0 ? {} : { 'Content-Type': type }),
    ...(on('bodies-end-with-the-connection') ? { Connection: 'close' } : { 'Content-Length': String(length) }),
    ...reply.headers,
  };
}

async function dribble(response: ServerResponse, bytes: Buffer): Promise<void> {
  const size = Math.max(1, Math.ceil(bytes.length / 7));
  for (let at = 0; at < bytes.length; at += size) {
    response.write(bytes.subarray(at, at + size));
    await pause(3);
  }
  response.end();
}

/** Writes a reply to the connection. */
export async function send(on: On, response: ServerResponse, reply: Reply): Promise<void> {
  const bytes = write(on, reply);
  const isBare = reply.status === 204;
  const headers = Object.entries(headersFor(on, reply, bytes.length)).filter(
    ([name, value]) => value.length > 0 && !(isBare && name === 'Content-Length'),
  );
  for (const [name, value] of headers) response.setHeader(name, value);
  if (on('bodies-end-with-the-connection')) response.useChunkedEncodingByDefault = false;
  if (on('reason-phrases-are-empty')) response.writeHead(reply.status, '');
  else response.writeHead(reply.status);
  if (on('bodies-dribble')) await dribble(response, bytes);
  else response.end(bytes);
}
