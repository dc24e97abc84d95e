import { Duplex } from 'node:stream';

/** One end of a connection in memory, with what Node's HTTP server needs of a socket. */
export class MemorySocket extends Duplex {
  readonly remoteAddress = '127.0.0.1';
  remotePort: number | undefined;
  #peer: MemorySocket | undefined;

  static pair(): readonly [client: MemorySocket, server: MemorySocket] {
    const [client, server] = [new MemorySocket(), new MemorySocket()];
    client.#peer = server;
    server.#peer = client;
    return [client, server];
  }

  setTimeout() {
    return this;
  }
  setNoDelay() {
    return this;
  }
  setKeepAlive() {
    return this;
  }
  ref() {
    return this;
  }
  unref() {
    return this;
  }

  override _read() {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void) {
    this.#peer?.push(chunk);
    done();
  }

  override _final(done: () => void) {
    this.#peer?.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    const peer = this.#peer;
    this.#peer = undefined;
    if (peer && !peer.destroyed) process.nextTick(() => peer.destroy());
    done(error);
  }
}
