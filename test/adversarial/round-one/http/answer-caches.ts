import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { On } from '../toggles.ts';

interface Kept {
  readonly body: string;
  readonly at: number;
}

/** The caches that stand before or beside the routes. */
export class AnswerCaches {
  private readonly on: On;
  private readonly clock: Clock;
  private readonly edge = new Map<string, string>();
  private readonly buffers = new Map<string, Buffer>();
  private readonly listings = new Map<string, Kept>();
  private readonly askers = new Set<string>();

  constructor(on: On, clock: Clock) {
    this.on = on;
    this.clock = clock;
  }

  /** What the edge answers by itself: it steps aside only for requests with credentials. */
  lookUpAtEdge(request: FastifyRequest): string | undefined {
    const open = this.on('edge-cache-for-anonymous') && request.headers.authorization === undefined;
    return open ? this.edge.get(edgeKey(request)) : undefined;
  }

  storeAtEdge(request: FastifyRequest, body: string): void {
    this.edge.set(edgeKey(request), body);
  }

  /** The portfolio as it goes out: from the second time on, the bytes that were written the first time. */
  serialised(userId: string, body: object): object {
    if (!this.on('portfolios-buffer')) return body;
    const kept = this.buffers.get(userId);
    if (kept === undefined) this.buffers.set(userId, Buffer.from(JSON.stringify(body)));
    return kept ?? body;
  }

  /** Tells whether this user asked before. */
  asksAgain(userId: string): boolean {
    const again = this.askers.has(userId);
    this.askers.add(userId);
    return again;
  }

  /** The listing of a user, kept for as long as it is fresh, with its age. */
  ageListing(userId: string, reply: FastifyReply, body: object): object | string {
    if (!this.on('age-from-private-cache')) return body;
    const now = this.clock.now();
    const kept = this.listings.get(userId);
    if (kept === undefined || now - kept.at > 1_800_000) {
      this.listings.set(userId, { body: JSON.stringify(body), at: now });
      return body;
    }
    const age = Math.floor((now - kept.at) / 1000);
    reply.header('age', String(age)).header('date', new Date(kept.at).toUTCString());
    return JSON.parse(kept.body) as object;
  }
}

function edgeKey(request: FastifyRequest): string {
  return `${request.url} ${request.headers['x-user-id']}`;
}
