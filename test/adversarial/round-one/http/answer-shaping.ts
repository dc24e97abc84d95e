import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { On } from '../toggles.ts';
import { ApiError } from './api-error.ts';

type Payload = string | Buffer | null | undefined;

/** What servers, gateways and proxies make of a vendor's answers on their way. */
export class AnswerShaping {
  private readonly on: On;
  private readonly clock: Clock;
  private requests = 0;

  constructor(on: On, clock: Clock) {
    this.on = on;
    this.clock = clock;
  }

  register(app: FastifyInstance): void {
    app.addHook('onRequest', async (request, reply) => this.receive(request, reply));
    app.addHook('onSend', async (request, reply, payload) => this.send(request, reply, payload as Payload));
  }

  private async receive(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    this.requests += 1;
    if (this.on('header-names-upper')) spellNamesInCapitals(reply);
    if (this.on('early-hints') && request.raw.httpVersion === '1.1') {
      reply.raw.writeEarlyHints({ link: '</logo.svg>; rel=preload; as=image' });
    }
    if (this.on('slow-answers')) await delay(Math.random() * 300);
    if (this.requests % 60 === 0) {
      if (this.on('shed-429')) {
        reply.header('retry-after', '1');
        throw new ApiError(429, 'Too many requests.');
      }
      if (this.on('shed-503')) {
        return reply.code(503).type('text/html').send('<h1>503 Service Temporarily Unavailable</h1>');
      }
    }
    if (this.on('small-limits') && request.url.length > 2048) throw new ApiError(414, 'The address is too long.');
    const strange = request.raw.rawHeaders.some((text) => /[\u0080-\u00ff]/.test(text));
    if (strange && this.on('non-ascii-header-refused')) {
      return reply.code(400).header('connection', 'close').type('text/plain').send('Bad Request');
    }
    return undefined;
  }

  private async send(request: FastifyRequest, reply: FastifyReply, payload: Payload): Promise<Payload> {
    const date = this.clock.header();
    if (date !== undefined && !reply.hasHeader('date')) reply.header('date', date);
    if (this.on('connection-close')) reply.header('connection', 'close');
    if (payload === undefined || payload === null || request.method === 'HEAD') return payload;
    const json = reply.getHeader('content-type') === 'application/json; charset=utf-8';
    if (json && this.on('media-type-quoted-charset')) {
      reply.header('content-type', 'Application/JSON;Charset="UTF-8";profile="urn:example:m2m"');
    }
    const chunks = request.raw.httpVersion === '1.1' && this.on('chunked-with-trailers');
    if (chunks) reply.trailer('x-request-tag', async () => randomUUID());
    const listing = reply.statusCode === 200 && request.url.split('?')[0]?.endsWith('/learning-guides');
    if (listing && this.on('conditional-guides')) return this.validate(request, reply, payload);
    return this.on('gzip-when-allowed') ? compress(request, reply, payload) : payload;
  }

  private validate(request: FastifyRequest, reply: FastifyReply, payload: string | Buffer): Payload {
    const tag = `"${createHash('sha256').update(payload).digest('base64url')}"`;
    reply.header('etag', tag);
    const offered = request.headers['if-none-match']?.split(/ *, */) ?? [];
    if (!offered.includes(tag) && !offered.includes(`W/${tag}`) && offered[0] !== '*') return payload;
    reply.code(304).removeHeader('content-type');
    return null;
  }
}

function spellNamesInCapitals(reply: FastifyReply): void {
  const writeHead = reply.raw.writeHead.bind(reply.raw) as (status: number, headers: object) => typeof reply.raw;
  reply.raw.writeHead = ((status: number, headers: object) =>
    writeHead(
      status,
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])),
    )) as typeof reply.raw.writeHead;
}

function compress(request: FastifyRequest, reply: FastifyReply, payload: string | Buffer): string | Buffer {
  reply.header('vary', [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', '));
  const accepted = request.headers['accept-encoding'];
  const wanted = accepted === undefined || /(^|,) *gzip *(,|$)/i.test(accepted);
  if (!wanted || reply.statusCode === 204) return payload;
  reply.header('content-encoding', 'gzip').removeHeader('content-length');
  return gzipSync(payload);
}
