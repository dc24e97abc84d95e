import type { Socket } from 'node:net';
import { defined, type Fields, type WireDetails } from '../exchange/index.ts';

interface Steps extends Pick<WireDetails, 'serverIPAddress' | 'connection'> {
  readonly beganAt: number;
  lines: Fields;
  opening?: Opening | undefined;
  sendingAt?: number;
  sentAt?: number;
  respondingAt?: number;
  endedAt?: number;
}

export class Transmission {
  readonly #given;
  #steps: Steps;

  constructor(given: Fields) {
    this.#given = given;
    this.#steps = this.#begun();
  }

  #begun() {
    return { beganAt: performance.now(), lines: this.#given };
  }

  restart() {
    this.#steps = this.#begun();
  }

  /** The first byte is about to be written. `asSent` adds the lines of the client. */
  sending(socket: Socket, asSent: (given: Fields) => Fields) {
    const { remoteAddress, localPort } = socket;
    this.#steps = {
      ...this.#steps,
      ...defined({
        // Without the zone of a link-local IP address, which HAR does not allow.
        serverIPAddress: isDirect(socket) ? remoteAddress?.replace(/%.*$/, '') : undefined,
        connection: localPort?.toString(),
      }),
      lines: asSent(this.#given),
      opening: takeOpening(socket),
      sendingAt: performance.now(),
    };
  }

  /**
   * The first time that the last byte is written, the response begins, or it is complete or lost.
   */
  mark(step: 'sentAt' | 'respondingAt' | 'endedAt') {
    this.#steps[step] ??= performance.now();
  }

  details(): Omit<WireDetails, 'statusText'> {
    const { lines, serverIPAddress, connection } = this.#steps;
    return {
      headers: lines,
      ...defined({ serverIPAddress, connection }),
      timings: timingsOf(this.#steps),
    };
  }
}

function timingsOf({
  beganAt,
  opening,
  sendingAt,
  sentAt,
  respondingAt,
  endedAt = performance.now(),
}: Steps) {
  // A request that was never sent spent all its time waiting for a connection.
  const startsAt = sendingAt ?? endedAt;
  const answersAt = respondingAt ?? endedAt;
  const leftAt = Math.min(sentAt ?? answersAt, answersAt);
  const opened = openingParts(opening);
  const openMs = Math.max(opened.dns, 0) + Math.max(opened.connect, 0);
  return {
    blocked: Math.max(startsAt - beganAt - openMs, 0),
    ...opened,
    send: leftAt - startsAt,
    wait: answersAt - leftAt,
    receive: endedAt - answersAt,
  };
}

function openingParts(opening: Opening | undefined) {
  if (!opening) return { dns: -1, connect: -1, ssl: -1 };
  const { beganAt, lookedUpAt, connectedAt, securedAt } = opening;
  const readyAt = securedAt ?? connectedAt;
  return {
    dns: lookedUpAt === undefined ? -1 : lookedUpAt - beganAt,
    connect: readyAt === undefined ? -1 : readyAt - (lookedUpAt ?? beganAt),
    ssl: securedAt === undefined || connectedAt === undefined ? -1 : securedAt - connectedAt,
  };
}

interface Opening {
  readonly beganAt: number;
  lookedUpAt?: number;
  connectedAt?: number;
  securedAt?: number;
}

const direct = new WeakSet<Socket>();
const unused = new WeakMap<Socket, Opening>();

const steps = { lookup: 'lookedUpAt', connect: 'connectedAt', secureConnect: 'securedAt' } as const;

export function timeOpening(socket: Socket) {
  const opening: Opening = { beganAt: performance.now() };
  direct.add(socket);
  unused.set(socket, opening);
  for (const [event, step] of Object.entries(steps)) {
    socket.once(event, () => {
      opening[step] = performance.now();
    });
  }
}

const isDirect = (socket: Socket) => direct.has(socket);

/** For the first request on a connection; later ones did not wait for it. */
function takeOpening(socket: Socket) {
  const opening = unused.get(socket);
  unused.delete(socket);
  return opening;
}
