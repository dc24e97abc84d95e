import type { Server } from 'node:http';
import type { Lost } from '../../engine/exchange/exchange.ts';
import { cutShort, timedOut } from '../../engine/wire/no-response.ts';
import { bytesOf } from '../../engine/wire/raw.ts';
import { readAnswer } from '../../engine/wire/raw-answer.ts';
import type { Delivery, RawAnswer, Transport } from '../../engine/wire/transport.ts';
import { MemorySocket } from './memory-socket.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** As the transport over sockets does: milliseconds of idleness before it closes a connection. */
const keptMs = 1_000;
/** With so many open, it closes those that have rested. */
const many = 16;
const restedMs = 20;

interface Connection {
  readonly socket: MemorySocket;
  isBusy: boolean;
  idleSince: number;
}

/**
 * Connects a session to HTTP servers in the same process. Their parser reads the bytes of each
 * request. Each message travels for `travelMs()` milliseconds.
 */
export function memoryNetwork(
  clock: VirtualClock,
  server: Server,
  travelMs: () => number,
): Transport {
  const kept: Connection[] = [];
  const named = new Map<string, Connection>();
  let port = 49_152;
  const opened = new Set<Connection>();
  const closeIdle = () => {
    for (const one of opened) if (one.socket.destroyed) opened.delete(one);
    const idleMs = opened.size < many ? keptMs : restedMs;
    for (const { isBusy, idleSince, socket } of opened)
      if (!isBusy && clock.now() - idleSince > idleMs) socket.destroy();
  };
  const open = (): Connection => {
    closeIdle();
    const [socket, other] = MemorySocket.pair();
    other.remotePort = port++;
    socket.on('error', () => undefined);
    other.on('error', () => undefined);
    server.emit('connection', other);
    const connection = { socket, isBusy: true, idleSince: 0 };
    opened.add(connection);
    return connection;
  };
  const isUsable = ({ socket, idleSince }: Connection) => {
    const isOpen = !socket.destroyed && !socket.readableEnded && socket.writable;
    if (isOpen && clock.now() - idleSince <= keptMs) return true;
    socket.destroy();
    return false;
  };
  const connectionFor = ({ over }: Delivery): Connection => {
    if (over === 'new') return open();
    if (over !== 'any') {
      const known = named.get(over.named);
      const usable = known && !known.isBusy && isUsable(known) ? known : open();
      named.set(over.named, usable);
      return usable;
    }
    for (const one of [...kept]) {
      if (one.isBusy) continue;
      if (isUsable(one)) return one;
      kept.splice(kept.indexOf(one), 1);
    }
    const another = open();
    kept.push(another);
    return another;
  };
  return {
    send: async (delivery) => {
      await clock.sleep(travelMs());
      const connection = connectionFor(delivery);
      connection.isBusy = true;
      const isKept = delivery.wire === 'http' && delivery.over !== 'new';
      const came = await exchange(clock, connection.socket, delivery, isKept);
      connection.isBusy = false;
      connection.idleSince = clock.now();
      const isOver = 'lost' in came || closes(came) || !isKept;
      if (isOver) connection.socket.destroy();
      await clock.sleep(travelMs());
      return came;
    },
    close: async () => {
      for (const { socket } of opened) socket.destroy();
    },
  };
}

const closes = ({ headers }: RawAnswer) =>
  headers.some(([name, value]) => /^connection$/i.test(name) && /close/i.test(value));

function exchange(clock: VirtualClock, socket: MemorySocket, delivery: Delivery, isKept: boolean) {
  return new Promise<RawAnswer | Lost>((resolve) => {
    const { request, url, timeLimitMs, transmission } = delivery;
    const timeoutMs = timeLimitMs();
    const received: Buffer[] = [];
    const settle = (came: RawAnswer | Lost) => {
      forget();
      socket.removeAllListeners('data').removeAllListeners('end').removeAllListeners('close');
      resolve(came);
    };
    const read = (ended: boolean) => {
      const answer = readAnswer(Buffer.concat(received), request.method, ended);
      if (answer !== 'incomplete') settle(answer);
      else if (ended) settle(cutShort);
    };
    const forget = clock.after(timeoutMs, () => settle(timedOut(timeoutMs)));
    socket.on('data', (chunk: Buffer) => {
      transmission.mark('respondingAt');
      received.push(chunk);
      read(false);
    });
    socket.on('end', () => read(true));
    socket.on('close', () => read(true));
    if (socket.destroyed) read(true);
    else socket.write(bytesOf(url.host, request, isKept ? 'keep-alive' : 'close'));
  });
}
