import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import {
  type Answered,
  type Fields,
  fieldValues,
  headBytes,
  type Key,
  keyText,
  type Lost,
  type Proof,
  type Request,
  type WireDetails,
} from '../exchange/index.ts';
import type { ForgeMaterial, Vault } from '../secrets/index.ts';
import { cookiesIn } from './cookies.ts';
import { project } from './project.ts';
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
import type { Delivery, Over, RawAnswer, Transport } from './transport.ts';

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

type Permits = Pick<Delivery, 'timeLimitMs' | 'again'>;

export class Wire {
  readonly #clock;
  readonly #transport;
  readonly #materials;
  readonly #ambient: readonly Ambient[];
  readonly #origins;

  constructor(
    clock: Clock,
    transport: Transport,
    { network, target }: Config,
    materials: Materials,
  ) {
    this.#clock = clock;
    this.#transport = transport;
    this.#materials = materials;
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
      came: this.#transport
        .send({
          ...permits,
          url: this.#origins[request.origin],
          request: wire,
          origin: request.origin,
          wire: request.wire,
          over: overOf(prepared, wire),
          transmission,
        })
        .finally(() => transmission.mark('endedAt')),
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
    const cookies = request.keeps === undefined ? undefined : cookiesIn(came, this.#clock.now());
    if (request.keeps !== undefined && cookies !== undefined)
      vault.set(request.keeps, cookies, 'plain');
    const issuing = { yields: request.yields, fallback: `token:${keyText(key)}` };
    return project(came, vault, request.origin === 'token' ? issuing : undefined);
  }

  redact(text: string) {
    return this.#materials.vault.redact(text).text;
  }

  close() {
    return this.#transport.close();
  }
}

function overOf({ request: { connection }, fresh }: Prepared, { headers }: WireRequest): Over {
  const isAlone = fieldValues(headers, 'connection').some((value) => /^close$/i.test(`${value}`));
  if (fresh || isAlone) return 'new';
  return connection === undefined ? 'any' : { named: connection };
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
