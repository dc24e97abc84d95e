import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Answer, Context } from './http-types.ts';
import { pause, type World } from './world.ts';

const inOddCase = (name: string): string =>
  [...name].map((letter, index) => (index % 2 ? letter.toUpperCase() : letter.toLowerCase())).join('');

function code(world: World, bytes: Buffer, headers: Record<string, string | string[]>): Buffer {
  if (bytes.length === 0) return bytes;
  if (world.is('gzip-of-several-members')) {
    headers['Content-Encoding'] = 'gzip';
    return Buffer.concat([gzipSync(bytes.subarray(0, 9)), gzipSync(bytes.subarray(9))]);
  }
  if (world.is('gzip-stores-without-compressing')) {
    headers['Content-Encoding'] = 'gzip';
    return gzipSync(bytes, { level: 0 });
  }
  return bytes;
}

async function writeChunks(response: ServerResponse, bytes: Buffer): Promise<void> {
  let size = 1;
  for (let at = 0; at < bytes.length; at += size, size *= 2) response.write(bytes.subarray(at, at + size));
  response.end();
}

export async function write(context: Context, response: ServerResponse, answer: Answer): Promise<void> {
  const { world } = context;
  const text = answer.text ?? (answer.body === undefined ? '' : JSON.stringify(answer.body));
  const headers: Record<string, string | string[]> = {
    ...(text !== '' && { 'Content-Type': 'application/json' }),
    ...answer.headers,
  };
  const bytes = code(world, Buffer.from(text, 'utf8'), headers);
  const chunked = world.is('chunks-of-powers-of-two') || world.is('trailers-unannounced');
  if (!chunked) headers['Content-Length'] = String(bytes.length);
  const named = world.is('field-names-in-alternating-case')
    ? Object.fromEntries(Object.entries(headers).map(([name, value]) => [inOddCase(name), value]))
    : headers;
  response.writeHead(answer.status, named);
  if (context.method === 'HEAD') response.end();
  else if (world.is('chunks-of-powers-of-two')) await writeChunks(response, bytes);
  else {
    response.write(bytes);
    if (world.is('trailers-unannounced')) response.addTrailers({ 'X-Checksum': String(bytes.length) });
    response.end();
  }
}

/** Requests wait for a moment, and those that came last are let go first. */
export class Lifo {
  private readonly waiting: (() => void)[] = [];

  async turn(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.waiting.push(resolve);
      if (this.waiting.length === 1) void this.drain();
    });
  }

  private async drain(): Promise<void> {
    await pause(8);
    while (this.waiting.length > 0) this.waiting.pop()?.();
  }
}
