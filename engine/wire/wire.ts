import type { Config } from '../config/config.ts';
import {
  type Answered,
  type Fields,
  fieldValues,
  headBytes,
  type Key,
  keyText,
  type Lost,
  monotonicNow,
  type Proof,
  type Request,
  type WireDetails,
} from '../exchange/index.ts';
import type { ForgeMaterial, Vault } from '../secrets/index.ts';
import { Connections } from './connections.ts';
import { cookiesIn } from './cookies.ts';
import { type Delivery, httpTransport, maxBodyBytes, type Over, type RawAnswer } from './http.ts';
import { interim } from './no-response.ts';
import { project } from './project.ts';
import { sendRaw } from './raw.ts';
import {
  type Ambient,
  ambientHeaders,
  outgoing,
  resolve,
  type WireRequest,
  wireForm,
} from './resolve.ts';
import type { Tracing } from './trace-context.ts';
import { Transmission } from './transmission.ts';

type Materials = Readonly<{
  runId: string;
  version: string;
  vault: Vault;
  forging: ForgeMaterial;
  traceOf?: Tracing | undefined;
}>;

type Prepared = Readonly<{
  key: Key;
  request: Request;
  resolved: WireRequest;
  fresh: boolean;
}>;

type Permits = Readonly<{
  timeLimitMs: () => number;
  again: () => Promise<(() => void) | undefined>;
}>;

export class Wire {
  readonly #connections;
  readonly #materials;
  readonly #http;
  readonly #ambient: readonly Ambient[];
  readonly #origins;
  readonly #oddities = new Set<Request['origin']>();

  constructor({ network, concurrency, target, timeoutMs }: Config, materials: Materials) {
    this.#connections = new Connections(network, timeoutMs);
    this.#materials = materials;
    this.#http = httpTransport(this.#connections, concurrency);
    this.#ambient = ambientHeaders(network, materials.runId, materials.version);
    this.#origins = {
      api: new URL(target.baseUrl),
      token: new URL(target.authUrl || target.baseUrl),
      jwks: new URL(target.jwksUrl ?? target.baseUrl),
      listener: new URL(target.baseUrl),
    };
  }

  listenerAt(url: URL) {
    this.#origins.listener = url;
  }

  async prepare(
    key: Key,
    request: Request,
    proof: Proof | undefined,
    fresh: boolean,
  ): Promise<Prepared | Lost> {
    const { vault, forging } = this.#materials;
    const resolved = await resolve(request, vault, forging);
    if ('lost' in resolved) return resolved;
    if (proof && !proof(wireForm(resolved, vault))) {
      return { lost: 'withheld', detail: 'after encoding, the request would not violate the rule' };
    }
    return { key, request, resolved, fresh };
  }

  send(prepared: Prepared, permits: Permits) {
    const { key, request, resolved } = prepared;
    const trace = this.#materials.traceOf?.(key, request);
    const { wire, shown } = outgoing(
      request,
      resolved,
      this.#origins[request.origin],
      this.#ambient,
      trace,
    );
    const transmission = new Transmission(shown);
    return {
      traceId: trace?.traceId,
      came: this.#deliver(prepared, wire, permits, transmission).finally(() =>
        transmission.mark('endedAt'),
      ),
      details: (came: RawAnswer | Lost): WireDetails => {
        const details = transmission.details();
        const requestSize = requestSizeOf(wire, shown, details.headers);
        if ('lost' in came) return { ...details, statusText: '', requestSize };
        return {
          ...details,
          statusText: this.redact(came.statusText),
          requestSize,
          responseSize: responseSizeOf(came),
        };
      },
    };
  }

  read(came: RawAnswer, { key, request }: Prepared): Pick<Answered, 'answer' | 'facts'> {
    const { vault } = this.#materials;
    const cookies = request.keeps === undefined ? undefined : cookiesIn(came, monotonicNow());
    if (request.keeps !== undefined && cookies !== undefined)
      vault.set(request.keeps, cookies, 'plain');
    const issuing = { yields: request.yields, fallback: `token:${keyText(key)}` };
    return project(came, vault, request.origin === 'token' ? issuing : undefined);
  }

  redact(text: string) {
    return this.#materials.vault.redact(text).text;
  }

  close() {
    this.#connections.close();
    return this.#http.close();
  }

  async #deliver(
    prepared: Prepared,
    wire: WireRequest,
    permits: Permits,
    transmission: Transmission,
  ) {
    const url = this.#origins[prepared.request.origin];
    const addressed = this.#connections.addressed(url, wire);
    const came = await this.#exchange(prepared, addressed, permits, transmission);
    return this.#connections.believed(url, came);
  }

  async #exchange(
    { request, fresh }: Prepared,
    wire: WireRequest,
    { timeLimitMs, again }: Permits,
    transmission: Transmission,
  ) {
    const { origin, connection, method } = request;
    const delivery = () => ({
      url: this.#origins[origin],
      request: wire,
      timeoutMs: timeLimitMs(),
      transmission,
    });
    if (request.wire === 'raw' || this.#oddities.has(origin)) return this.#sendRaw(delivery());
    const isAlone = fieldValues(wire.headers, 'connection').some((value) =>
      /^close$/i.test(`${value}`),
    );
    const shared: Over = connection === undefined ? 'any' : { named: connection };
    const over = fresh || isAlone ? 'new' : shared;
    const answer = await this.#http.send(delivery(), over);
    // An unsolicited 100, or a 304 with Content-Length, is legal, but undici's parser rejects it.
    const isOdd = 'lost' in answer && answer.lost === 'invalid-http';
    if (!isOdd) return answer;
    const isInterim = answer.detail === interim;
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
    const repeated = await this.#sendRaw(delivery()).finally(arrived);
    if (!('lost' in repeated) && isInterim) this.#oddities.add(origin);
    return repeated;
  }

  async #sendRaw(delivery: Delivery) {
    const answer = await sendRaw({
      ...delivery,
      maxBytes: maxBodyBytes,
      connections: this.#connections,
    });
    if ('lost' in answer && answer.lost === 'closed') this.#http.makeRoom();
    return answer;
  }
}

function requestSizeOf({ method, path, headers, body }: WireRequest, shown: Fields, sent: Fields) {
  const resolved = headers.reduce((sum, [, value]) => sum + value.length, 0);
  const symbolic = shown.reduce((sum, [, value]) => sum + Buffer.byteLength(value), 0);
  return {
    head: headBytes(`${method} ${path} HTTP/1.1`, sent) + resolved - symbolic,
    body: body?.length ?? 0,
  };
}

function responseSizeOf({ httpVersion, status, statusText, headers, body }: RawAnswer) {
  const statusLine = `HTTP/${httpVersion} ${status} ${statusText}`;
  return { head: headBytes(statusLine, headers, 'latin1'), body: body.length };
}
