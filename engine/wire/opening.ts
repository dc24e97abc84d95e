import type { Socket } from 'node:net';

/**
 * When the steps of opening a connection ended, by `performance.now`. A literal IP address has no
 * look-up.
 */
export interface Opening {
  readonly beganAt: number;
  lookedUpAt?: number;
  connectedAt?: number;
  securedAt?: number;
}

const direct = new WeakSet<Socket>();
const unused = new WeakMap<Socket, Opening>();

/** The events of a socket that end these steps. */
const steps = { lookup: 'lookedUpAt', connect: 'connectedAt', secureConnect: 'securedAt' } as const;

/**
 * Records when the steps of opening a direct connection end. Must be called when it begins to open.
 */
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

/** Whether a connection leads to the target itself, not to a proxy. */
export const isDirect = (socket: Socket): boolean => direct.has(socket);

/**
 * Returns the times for the first request on a connection; undefined for later ones, which did not
 * wait for it.
 */
export function takeOpening(socket: Socket): Opening | undefined {
  const opening = unused.get(socket);
  unused.delete(socket);
  return opening;
}
