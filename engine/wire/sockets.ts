import type { Config } from '../config/config.ts';
import type { Lost, Request } from '../exchange/index.ts';
import { Connections } from './connections.ts';
import { httpTransport, maxBodyBytes } from './http.ts';
import { interim } from './no-response.ts';
import { sendRaw } from './raw.ts';
import type { Delivery, RawAnswer, Transport } from './transport.ts';

/** undici, and sockets of its own for what undici does not send or read. */
export class Sockets implements Transport {
  readonly #connections;
  readonly #http;
  readonly #oddities = new Set<Request['origin']>();

  constructor({ network, concurrency, timeoutMs }: Config) {
    this.#connections = new Connections(network, timeoutMs);
    this.#http = httpTransport(this.#connections, concurrency);
  }

  async send(delivery: Delivery) {
    const { url } = delivery;
    const request = this.#connections.addressed(url, delivery.request);
    return this.#connections.believed(url, await this.#exchange({ ...delivery, request }));
  }

  close() {
    this.#connections.close();
    return this.#http.close();
  }

  async #exchange(delivery: Delivery): Promise<RawAnswer | Lost> {
    const { origin, wire, request, again, transmission } = delivery;
    if (wire === 'raw' || this.#oddities.has(origin)) return this.#sendRaw(delivery);
    const answer = await this.#http.send(delivery);
    // An unsolicited 100, or a 304 with Content-Length, is legal, but undici's parser rejects it.
    const isOdd = 'lost' in answer && answer.lost === 'invalid-http';
    if (!isOdd) return answer;
    const isInterim = answer.detail === interim;
    const { method } = request;
    const mayRepeat = method === 'GET' || origin === 'token' || (isInterim && method === 'PATCH');
    if (!mayRepeat) {
      // From now on: the server probably sends interim responses everywhere, and some requests
      // cannot be repeated.
      if (isInterim) this.#oddities.add(origin);
      return answer;
    }
    const arrived = await again();
    if (!arrived) return answer;
    transmission.restart();
    const repeated = await this.#sendRaw(delivery).finally(arrived);
    if (!('lost' in repeated) && isInterim) this.#oddities.add(origin);
    return repeated;
  }

  async #sendRaw(delivery: Delivery) {
    const maxBytes = maxBodyBytes;
    const answer = await sendRaw({ ...delivery, maxBytes, connections: this.#connections });
    if ('lost' in answer && answer.lost === 'closed') this.#http.makeRoom();
    return answer;
  }
}
