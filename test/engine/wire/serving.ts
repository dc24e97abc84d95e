import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Starts a server on a free port until the test ends. Resolves to its URL. */
export async function listening(server: Server): Promise<URL> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

/**
 * Starts a TCP server. If `reply` is text or bytes, it sends them when a request arrives, then
 * closes.
 */
export function serveBytes(reply: string | Buffer | ((socket: Socket) => void)): Promise<URL> {
  const respond = (socket: Socket) => socket.once('data', () => socket.end(reply as string));
  return listening(createServer(typeof reply === 'function' ? reply : respond));
}
