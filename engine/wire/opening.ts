import type { Socket } from 'node:net';

/** By `performance.now`. A literal IP address has no look-up. */
export interface Opening {
  readonly beganAt: number;
  lookedUpAt?: number;
  connectedAt?: number;
  securedAt?: number;
}

const direct = new WeakSet<Socket>();
const unused = new WeakMap<Socket, Opening>();

const steps = { lookup: 'lookedUpAt', connect: 'connectedAt', secureConnect: 'securedAt' } as const;

/** Of a direct connection. Must be called when it begins to open. */
export function timeOpening(socket: Socket): void {
  const opening: Opening = { beganAt: performance.now() };
  direct.add(socket);
  unused.set(socket, opening);
  for (const [event, step] of Object.entries(steps)) {
    socket.once(event, () => {
      opening[step] = performance.now();
    });
  }
}

/** To the target itself, not to a proxy. */
export const isDirect = (socket: Socket): boolean => direct.has(socket);

/** For the first request on a connection; later ones did not wait for it. */
export function takeOpening(socket: Socket): Opening | undefined {
  const opening = unused.get(socket);
  unused.delete(socket);
  return opening;
}
