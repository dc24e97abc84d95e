import { Agent, type Dispatcher } from 'undici';
import type { Lost } from '../exchange/index.ts';
import type { Connections } from './connections.ts';
import { isOurs, lostBy, timedOut } from './no-response.ts';
import type { Delivery, Over, RawAnswer } from './transport.ts';
import { watchedHeaders } from './undici-channels.ts';

/** `usual`: the size up to which it doubles. */
export function growingBuffer(usual: number) {
  let buffer = Buffer.alloc(0);
  let size = 0;
  return {
    /** Returns the size. */
    add: (piece: Uint8Array) => {
      const needed = size + piece.length;
      if (needed > buffer.length) {
        const larger = Buffer.allocUnsafe(
          Math.max(needed, Math.min(buffer.length * 2, usual), 1_024),
        );
        buffer.copy(larger, 0, 0, size);
        buffer = larger;
      }
      buffer.set(piece, size);
      size = needed;
      return size;
    },
    bytes: () => buffer.subarray(0, size),
  };
}

type HttpDelivery = Omit<Delivery, 'origin' | 'wire' | 'again'>;

export const maxBodyBytes = 4 * 1024 * 1024;
/** HTTP has no limit for the header section (RFC 9110 section 5.4). */
export const maxHeaderBytes = 64 * 1024;
export const maxHeaderFields = 1_000;
export const tooManyFields = `more than ${maxHeaderFields} header fields`;

/** Milliseconds of idleness, by default and for a target that limits the connections. */
const unhurriedMs = 1_000;
const hurriedMs = 100;
/** Milliseconds after which an idle named connection makes room for another, if all are taken. */
const restedMs = 20;

/**
 * Gateways and firewalls close connections beyond a limit for each client. So if the target closes
 * a new connection, the harness closes its idle ones, and from then on sooner.
 */
export function httpTransport({ connect }: Pick<Connections, 'connect'>, atOnce: number) {
  let options: Agent.Options = {
    connect,
    headersTimeout: 0,
    bodyTimeout: 0,
    // Shorter than servers' own limits, which might close it just as a request arrives.
    keepAliveTimeout: unhurriedMs,
    keepAliveMaxTimeout: 2_000,
    maxResponseSize: maxBodyBytes,
    maxHeaderSize: maxHeaderBytes,
  };
  const keptOf = () => new Agent({ ...options, connections: atOnce });
  let kept = keptOf();
  // With pipelining 0, undici reuses no connection, so none can be stale.
  const unkept = new Agent({ ...options, pipelining: 0 });
  const named = new Map<string, Dispatcher>();
  /** When the last response over each ended. Infinite during a request. */
  const endedAt = new Map<string, number>();
  const leaving = new Set<Dispatcher>();
  const leave = (dispatcher: Dispatcher) => {
    leaving.add(dispatcher);
    dispatcher.close().then(() => leaving.delete(dispatcher));
  };
  const ofName = (name: string) => {
    const isFull = named.size >= atOnce && !named.has(name);
    for (const [one, dispatcher] of isFull ? [...named] : []) {
      if (performance.now() - (endedAt.get(one) ?? 0) > restedMs && named.delete(one))
        leave(dispatcher);
    }
    const known = named.get(name) ?? new Agent({ ...options, connections: 1 });
    named.set(name, known);
    endedAt.set(name, Number.POSITIVE_INFINITY);
    return known;
  };
  let isClosed = false;
  const makeRoom = () => {
    // Connections that `close` has cut off look closed by the target.
    if (isClosed) return;
    const left = [kept, ...named.values()];
    kept = keptOf();
    named.clear();
    left.forEach(leave);
  };
  const dispatcherFor = (over: Over) => {
    if (over === 'any') return kept;
    return over === 'new' ? unkept : ofName(over.named);
  };
  return {
    makeRoom,
    send: async (delivery: HttpDelivery) => {
      const { over } = delivery;
      const came = await exchange(dispatcherFor(over), delivery);
      if (typeof over === 'object') endedAt.set(over.named, performance.now());
      if (over === 'new' && 'lost' in came && came.lost === 'closed') {
        options = { ...options, keepAliveTimeout: hurriedMs, keepAliveMaxTimeout: hurriedMs };
        makeRoom();
      }
      return came;
    },
    close: async () => {
      isClosed = true;
      await Promise.all(
        [kept, unkept, ...named.values(), ...leaving].map((dispatcher) => dispatcher.destroy()),
      );
    },
  };
}

/** undici's `request` has a stream, a signal and an iterator, which take as long as the rest. */
const exchange = (dispatcher: Dispatcher, delivery: HttpDelivery): Promise<RawAnswer | Lost> =>
  new Promise((resolve, reject) => {
    const { url, request, transmission } = delivery;
    const timeoutMs = delivery.timeLimitMs();
    let isSettled = false;
    const settle = (came: RawAnswer | Lost) => {
      isSettled = true;
      clearTimeout(timer);
      resolve(came);
    };
    let abort = () => {};
    const timer = setTimeout(() => {
      settle(timedOut(timeoutMs));
      abort();
    }, timeoutMs);
    let head: Omit<RawAnswer, 'body'> | undefined;
    const received = growingBuffer(maxBodyBytes);
    dispatcher.dispatch(
      {
        origin: url.origin,
        path: request.path,
        method: request.method as Dispatcher.HttpMethod,
        headers: watchedHeaders(request, transmission),
        body: request.body ?? null,
      },
      {
        onRequestStart: (controller) => {
          abort = () => controller.abort(new Error('The response is not needed any more.'));
          // A timeout does not interrupt connecting.
          if (isSettled) abort();
        },
        onResponseStart: ({ rawHeaders }, status, _headers, statusText = '') => {
          // Interim responses precede the response (RFC 9110 section 15.2).
          if (status < 200) return;
          transmission.mark('respondingAt');
          const flat = rawHeaders as readonly (string | Buffer)[];
          if (flat.length > maxHeaderFields * 2) {
            settle({ lost: 'oversized', detail: tooManyFields });
            abort();
          } else head = { status, statusText, httpVersion: '1.1', headers: pairsOf(flat) };
        },
        onResponseData: (_controller, piece) => {
          received.add(piece);
        },
        onResponseEnd: () => {
          if (head) settle({ ...head, body: received.bytes() });
        },
        onResponseError: (_controller, error) => {
          if (isOurs(error)) {
            clearTimeout(timer);
            reject(error);
          } else settle(lostBy(error));
        },
      },
    );
  });

function pairsOf(flat: readonly (string | Buffer)[]): [name: string, value: string][] {
  const texts = flat.map((text) => (typeof text === 'string' ? text : text.toString('latin1')));
  return texts.flatMap((name, at) => (at % 2 === 0 ? [[name, texts[at + 1] ?? '']] : []));
}
