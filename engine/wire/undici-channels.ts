import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import type { Fields } from '../exchange/index.ts';
import type { WireRequest } from './resolve.ts';
import type { Transmission } from './transmission.ts';

type Message = Readonly<{
  request: object;
  socket: Socket;
  headers: string;
}>;

type Watched = Readonly<{
  transmission: Transmission;
  request: WireRequest;
}>;

const watched = new WeakMap<object, Watched>();
let creating: Watched | undefined;

/**
 * undici reads the headers when it creates its request object, and publishes that object
 * immediately. So the object that is published next belongs to this transmission.
 */
export const watchedHeaders = (
  request: WireRequest,
  transmission: Transmission,
): Iterable<[string, string]> => ({
  *[Symbol.iterator]() {
    for (const [name, value] of request.headers) yield [name, value.toString('latin1')];
    creating = { transmission, request };
  },
});

subscribe('undici:request:create', (message) => {
  if (creating) watched.set((message as Message).request, creating);
  creating = undefined;
});

subscribe('undici:client:sendHeaders', (message) => {
  const { request, socket, headers } = message as Message;
  const one = watched.get(request);
  one?.transmission.sending(socket, (given) => asSent(given, headers, one.request));
});

subscribe('undici:request:bodySent', (message) => {
  watched.get((message as Message).request)?.transmission.mark('sentAt');
});

/** undici writes host and connection before the others, content-length after them. */
const own = /^(?:host|connection|content-length)$/i;
/** undici states the length of an empty body too. */
const expectsBody = /^(?:PUT|POST|PATCH|QUERY|PROPFIND|PROPPATCH)$/;

function asSent(given: Fields, head: string, { method, body }: WireRequest) {
  const first = head.split('\r\n', 3).slice(1);
  const before = first.map(
    (line) => [line.split(':', 1)[0] ?? '', line.replace(/^[^:]*: ?/, '')] as const,
  );
  const length = body?.length || (expectsBody.test(method) ? 0 : undefined);
  return [
    ...before.filter(([name]) => own.test(name)),
    ...given.filter(([name]) => !own.test(name)),
    ...(length === undefined ? [] : [['content-length', `${length}`] as const]),
  ];
}
