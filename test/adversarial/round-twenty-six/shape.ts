import { setTimeout as sleep } from 'node:timers/promises';
import type { State } from './state.ts';
import type { Bag, Exchange, Reply } from './types.ts';

type Annotate = (object: Bag, number: number) => Bag;

/** Puts members in front of those of every object. */
function annotated(value: unknown, annotate: Annotate, numbers: { next: number }): unknown {
  if (Array.isArray(value)) return value.map((one) => annotated(one, annotate, numbers));
  if (typeof value !== 'object' || value === null) return value;
  const bag = value as Bag;
  const first = annotate(bag, numbers.next++);
  const rest = Object.entries(bag).map(([name, inner]) => [name, annotated(inner, annotate, numbers)]);
  return { ...first, ...Object.fromEntries(rest) };
}

const annotations: Record<string, Annotate> = {
  'objects-carry-reference-ids': (_, number) => ({ $id: String(number) }),
  'objects-name-their-type': () => ({ $type: 'Mesa.Contracts.Dto, Mesa.Contracts, Version=1.0.0.0' }),
  'members-are-annotated-by-odata': (object) => ({
    '@odata.etag': 'W/"1"',
    ...Object.fromEntries(Object.keys(object).map((name) => [`${name}@odata.type`, '#String'])),
  }),
};

const extraFields: Record<string, Record<string, string>> = {
  'answers-name-the-application': { 'Request-Context': 'appId=cid-v1:6b0f3c1e-2f5b-4a39-9b77-d41f0e7a55c2' },
  'answers-tell-api-versions': { 'api-supported-versions': '1.0, 2.0-beta', 'api-deprecated-versions': '0.9' },
  'expires-is-minus-one': { Expires: '-1' },
  'entity-tags-hold-a-date': { ETag: 'W/"datetime\'2026-01-31T10%3A00%3A00.0000000Z\'"' },
};

interface Kept {
  readonly reply: Reply;
  readonly at: number;
}
export interface Shaper {
  /** Answers instead of the endpoint, or leaves it to that. */
  readonly early: () => Reply | undefined;
  readonly shared: (exchange: Exchange, serve: () => Promise<Reply>) => Promise<Reply>;
  readonly dress: (exchange: Exchange | undefined, reply: Reply) => void;
}

function shed(seconds: string, more: Record<string, string>): Reply {
  const value = { statusCode: 429, message: 'Rate limit is exceeded. Try again later.' };
  return { status: 429, fields: { 'Retry-After': seconds, ...more }, value };
}

function sharing(s: State): Shaper['shared'] {
  const kept = new Map<string, Kept>();
  const flying = new Map<string, Promise<Reply>>();
  const readable = new Set(['guides', 'insights', 'summaries', 'notifications', 'cash', 'portfolios']);
  const keyOf = (exchange: Exchange): string =>
    [exchange.route, exchange.query, exchange.field('x-user-id'), exchange.field('authorization')].join('\n');
  return async (exchange, serve) => {
    const key = keyOf(exchange);
    if (!readable.has(exchange.route)) return serve();
    if (s.on('identical-requests-share-one-answer')) {
      const running = flying.get(key);
      const reply = running && (await running);
      if (reply && reply.status === 200) return { ...reply, fields: { ...reply.fields } };
      const started = serve();
      flying.set(
        key,
        started.finally(() => sleep(4)).finally(() => flying.delete(key)),
      );
      return started;
    }
    if (!s.on('private-answers-come-with-an-age')) return serve();
    const former = kept.get(key);
    if (former && Date.now() - former.at < 3000) {
      const age = String(Math.floor((Date.now() - former.at) / 1000));
      return { ...former.reply, fields: { ...former.reply.fields, Age: age } };
    }
    const reply = await serve();
    if (reply.status === 200) kept.set(key, { reply: { ...reply, fields: { ...reply.fields } }, at: Date.now() });
    return reply;
  };
}

export function createShaper(s: State): Shaper {
  let last = Date.now();
  const early = (): Reply | undefined => {
    const idle = Date.now() - last;
    last = Date.now();
    if (s.on('idle-worker-answers-503') && idle > 1500) {
      return { status: 503, fields: { 'Retry-After': '0' }, value: { message: 'The worker is starting.' } };
    }
    const turn = s.on('throttle-tells-milliseconds') && s.count('requests') % 150 === 0;
    return turn ? shed('0', { 'x-ms-retry-after-ms': '20' }) : undefined;
  };
  const dress = (exchange: Exchange | undefined, reply: Reply): void => {
    for (const [id, fields] of Object.entries(extraFields)) {
      if (s.on(id)) Object.assign(reply.fields, fields);
    }
    if (s.on('unknown-parameters-are-warned-of') && exchange && exchange.query !== '') {
      reply.fields['Warning'] = '299 mesa "Unknown parameters, \\"ignored\\""';
    }
    if (reply.status >= 300) return;
    const annotate = Object.entries(annotations).find(([id]) => s.on(id))?.[1];
    const stored = exchange?.route === 'readback';
    if (annotate && exchange && !stored) reply.value = annotated(reply.value, annotate, { next: 1 });
    if (s.on('successes-are-problem-json') && exchange) reply.fields['Content-Type'] = 'application/problem+json';
  };
  return { early, shared: sharing(s), dress };
}
