import { listing } from './catalogue.ts';
import type { Exchange, FaultyToggle, Json, Layer, Reply } from './layer.ts';
import { Rejection } from './rejections.ts';

const guides = (change: (data: Json[], exchange: Exchange) => unknown): Layer => ({
  document: (exchange, body) =>
    exchange.endpoint === 'guides' ? { data: change(body['data'] as Json[], exchange) } : body,
});

const one = (at: number, change: (guide: Json) => Json): Layer =>
  guides((data) => data.map((guide, index) => (index === at ? change(guide) : guide)));

const headers = (change: (reply: Reply, exchange: Exchange) => Readonly<Record<string, string>>): Layer => ({
  reply: (reply, exchange) =>
    exchange.endpoint === 'guides' && reply.status === 200 ? { ...reply, headers: change(reply, exchange) } : reply,
});

/** Takes the first out of a binary heap of equals and puts it back: what sinks and rises moves the others. */
function takeAndPutBack(heap: unknown[]): void {
  const swap = (a: number, b: number): void => {
    const kept = heap[a];
    heap[a] = heap[b];
    heap[b] = kept;
  };
  const first = heap[0];
  heap[0] = heap.pop();
  for (let at = 0; 2 * at + 1 < heap.length; ) {
    const child = Math.min(2 * at + 2, heap.length - 1);
    swap(at, child);
    at = child;
  }
  heap.push(first);
  for (let at = heap.length - 1; at > 0; at = (at - 1) >> 1) swap(at, (at - 1) >> 1);
}

export const faultsOfGuides: readonly FaultyToggle[] = [
  {
    id: 'shelf-that-recovers-is-null',
    title: 'The shelf of a language is an actor, and a listing that is asked for while it recovers has null for data',
    breaks: 'guides/ok',
    layer: () => {
      const askedAt = new Map<string, number>();
      return guides((data, { user }) => {
        const shelf = user?.reader.language ?? '';
        const awake = Date.now() - (askedAt.get(shelf) ?? 0) < 150;
        askedAt.set(shelf, Date.now());
        return awake ? data : null;
      });
    },
  },
  {
    id: 'colour-is-a-derived-product',
    title:
      'The background colour of one guide is written by the derived codec of colours, as an object of its channels',
    breaks: 'guides/schema',
    layer: () => one(3, (guide) => ({ ...guide, backgroundColor: { r: 29, g: 78, b: 111 } })),
  },
  {
    id: 'imported-id-in-extended-json',
    title: 'A guide that was imported from a document store has its id in extended JSON, { "$oid": ... }',
    breaks: 'guides/schema',
    layer: () => one(5, (guide) => ({ ...guide, id: { $oid: guide['id'] } })),
  },
  {
    id: 'guide-encoded-as-itself-has-no-case',
    title: 'contentType is the case of a sum, and a pinned guide, which is encoded by its own codec, goes without it',
    breaks: 'guides/content-type-member',
    layer: () => one(1, ({ contentType: _, ...rest }) => rest),
  },
  {
    id: 'field-named-after-its-class',
    title: 'The name of the field is derived from that of its class: CacheControl',
    breaks: 'guides/cache-control-present',
    layer: () =>
      headers(({ headers: { 'cache-control': lifetime = '', ...rest } }) => ({ ...rest, CacheControl: lifetime })),
  },
  {
    id: 'lifetime-grows-while-nothing-changes',
    title: 'The lifetime of the listing is adaptive, and grows by a tenth each time that nothing has changed',
    breaks: 'guides/cache-control-lifetime',
    layer: () => {
      let unchanged = -1;
      return headers((reply) => {
        unchanged += 1;
        const lifetime = Math.min(86_400, Math.round(1800 * 1.1 ** unchanged));
        return { ...reply.headers, 'cache-control': `private, max-age=${lifetime}` };
      });
    },
  },
  {
    id: 'lifetime-is-what-the-snapshot-has-left',
    title: 'max-age is what is left of the half hour for which the read side keeps its snapshot',
    breaks: 'guides/cache-control-form',
    layer: () => {
      let takenAt = 0;
      return headers((reply) => {
        if (Date.now() - takenAt > 1_799_000) takenAt = Date.now();
        const left = 1800 - Math.floor((Date.now() - takenAt) / 1000);
        return { ...reply.headers, 'cache-control': `private, max-age=${left}` };
      });
    },
  },
  {
    id: 'vary-is-a-json-list',
    title: 'The value of Vary is written by the codec of lists: ["x-user-id","authorization"]',
    breaks: 'guides/vary',
    layer: () => headers((reply) => ({ ...reply.headers, vary: '["x-user-id","authorization"]' })),
  },
  {
    id: 'shelf-is-listed-as-its-heap-lies',
    title:
      'The shelf is a priority queue in which all guides are equals; each reading takes the first and puts it back, and the listing is the heap as it lies in memory',
    breaks: 'guides/order-stable',
    layer: () => {
      const heap: number[] = [];
      return guides((data) => {
        if (heap.length === 0) heap.push(...data.keys());
        else takeAndPutBack(heap);
        return heap.map((at) => data[at]);
      });
    },
  },
  {
    id: 'routees-of-halves-take-turns',
    title:
      'Full guides lie in two routees, each of which holds one half, and the router takes turns instead of hashing: what the other one holds is not found',
    breaks: 'guide/fetch',
    layer: () => {
      const ids = listing({ language: 'en', currency: 'GBP' }).map(({ id }) => id);
      let turn = 0;
      return {
        before: ({ endpoint, guideId }) => {
          if (endpoint !== 'guide') return;
          turn += 1;
          const at = ids.indexOf(guideId);
          if (at >= 0 && (at < 4 ? 0 : 1) !== turn % 2) throw new Rejection('guide-unknown', 'There is no such guide.');
        },
      };
    },
  },
];
