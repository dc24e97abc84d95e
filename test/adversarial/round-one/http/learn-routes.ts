import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Balances } from '../domain/balances.ts';
import type { GuideCatalogue, GuideSummary } from '../domain/guide-catalogue.ts';
import type { On } from '../toggles.ts';
import type { AnswerCaches } from './answer-caches.ts';
import { ApiError } from './api-error.ts';
import type { Callers } from './callers.ts';
import type { Guards } from './guards.ts';
import { refuseQuery } from './query.ts';

/** The Learn area: the guides and the analyst insights. */
export class LearnRoutes {
  private readonly on: On;
  private readonly guards: Guards;
  private readonly callers: Callers;
  private readonly catalogue: GuideCatalogue;
  private readonly balances: Balances;
  private readonly caches: AnswerCaches;

  constructor(
    on: On,
    parts: { guards: Guards; callers: Callers; catalogue: GuideCatalogue; balances: Balances; caches: AnswerCaches },
  ) {
    this.on = on;
    this.guards = parts.guards;
    this.callers = parts.callers;
    this.catalogue = parts.catalogue;
    this.balances = parts.balances;
    this.caches = parts.caches;
  }

  register(app: FastifyInstance): void {
    const listing = this.guards.for({ endpoint: 'guides', user: 'required', scope: 'service:nbg' });
    app.get('/learn/learning-guides', { onRequest: listing }, (request, reply) => this.list(request, reply));
    const guide = this.guards.for({ endpoint: 'guide', user: 'optional' });
    const prefix = this.on('guide-path-without-learn') ? '' : '/learn';
    app.get(`${prefix}/learning-guides/:id`, { onRequest: guide }, (request) => this.show(request));
    const insights = this.guards.for({ endpoint: 'insights', user: 'required' });
    app.get('/learn/analyst-insights', { onRequest: insights }, (request, reply) => this.insights(request, reply));
  }

  private async list(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    refuseQuery(this.on, request);
    const user = this.callers.require(request);
    const { guides, cached } = await this.catalogue.list(user.language);
    reply.header('cache-control', this.cacheControl()).header('vary', this.vary());
    const answer = { data: this.filter(guides, request) };
    if (cached && this.on('cached-guides-unwrapped')) return answer.data;
    if (this.on('guides-latin1')) {
      reply.header('content-type', 'application/json; charset=utf-8');
      return Buffer.from(JSON.stringify(answer), 'latin1');
    }
    return this.caches.ageListing(user.id, reply, answer);
  }

  private cacheControl(): string | string[] {
    if (this.on('cache-control-two-lines')) return ['private', 'max-age=1800'];
    if (this.on('s-maxage-shorter')) return 'max-age=1800, s-maxage=300';
    if (this.on('cache-directives-extended')) {
      return 'Private , Max-Age=1800,stale-while-revalidate=60, tier="edge, max-age=5, no-store"';
    }
    return 'private, max-age=1800';
  }

  private vary(): string {
    return this.on('vary-star') ? '*' : 'x-user-id, authorization';
  }

  private filter(guides: GuideSummary[], request: FastifyRequest): GuideSummary[] {
    if (!this.on('query-as-filter')) return guides;
    const wanted = Object.entries(request.query as Record<string, unknown>);
    return guides.filter((guide) => wanted.every(([name, value]) => guide[name as keyof GuideSummary] === value));
  }

  private show(request: FastifyRequest): object {
    refuseQuery(this.on, request);
    const { id: given } = request.params as { id: string };
    const id = this.on('guide-id-truncated') ? given.slice(0, 24) : given;
    if (!/^[0-9a-f]{24}$/.test(id)) throw new ApiError(400, 'The guide id is malformed.', null, id);
    const guide = this.catalogue.find(id, this.callers.userOf(request)?.language ?? 'en');
    if (guide === undefined) throw new ApiError(404, 'No such guide.');
    return guide;
  }

  private insights(request: FastifyRequest, reply: FastifyReply): unknown {
    refuseQuery(this.on, request);
    const user = this.callers.require(request);
    reply.header('cache-control', 'private, no-store');
    // "Nothing new since you last asked", said to somebody who did not ask that.
    if (this.caches.asksAgain(user.id) && this.on('insights-304')) return reply.code(304).send();
    return this.balances.insights(user);
  }
}
