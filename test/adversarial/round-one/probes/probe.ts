import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { start, type Target } from '../start.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly bytes: Buffer;
  readonly text: string;
  /** The parsed body, or undefined where it is no JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a probe looks into whatever comes
  readonly json: any;
  readonly hints: number;
  readonly trailers: NodeJS.Dict<string>;
}

export interface Ask {
  readonly method?: string;
  /** The bearer token; the scoped client's unless given, none where null. */
  readonly token?: string | null;
  /** The user; the first unless given, none where null. */
  readonly user?: string | null;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly timeout?: number;
}

export const paths = {
  guides: '/learn/learning-guides',
  insights: '/learn/analyst-insights',
  cash: '/cash',
  portfolios: '/portfolios',
  summaries: '/daily-summaries',
  notifications: '/b2b/notification-settings',
  address: '/users/me/address',
  orders: '/api/m2m/investments/orders',
};

export const address = {
  line1: '10 Downing Street',
  line2: 'Westminster',
  city: 'London',
  postalCode: 20_146,
  countryCode: 'GB',
};

export const order = { isin: 'IE00B4L5Y983', side: 'buy', amount: 25.5 };

/** Talks to one running target. */
export class Probe {
  readonly target: Target;
  readonly token: string;

  private constructor(target: Target, token: string) {
    this.target = target;
    this.token = token;
  }

  static async open(toggle?: string): Promise<Probe> {
    const target = await start(toggle);
    const answer = await issue(target, {});
    return new Probe(target, answer.json.access_token);
  }

  close(): Promise<void> {
    return this.target.close();
  }

  /** Asks for a token; fields replace those of the scoped client. */
  issue(fields: Record<string, unknown> | string, headers: Record<string, string> = {}): Promise<Answer> {
    return issue(this.target, fields, headers);
  }

  /** A token of the second client. */
  async unscoped(): Promise<string> {
    const { id, secret } = this.target.clients.unscoped;
    return (await this.issue({ client_id: id, client_secret: secret })).json.access_token;
  }

  ask(path: string, { token = this.token, user = this.target.users.first, ...rest }: Ask = {}): Promise<Answer> {
    const caller = {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(user === null ? {} : { 'x-user-id': user }),
    };
    return exchange(this.target.baseUrl + path, { ...rest, headers: { ...caller, ...rest.headers } });
  }

  /** The status that a request gets. */
  async status(path: string, ask: Ask = {}): Promise<number> {
    return (await this.ask(path, ask)).status;
  }

  update(body: unknown, ask: Ask = {}): Promise<Answer> {
    return this.ask(paths.address, { method: 'PATCH', body, ...ask });
  }

  trade(body: unknown): Promise<Answer> {
    return this.ask(paths.orders, { method: 'POST', body });
  }

  /** The statuses of every endpoint, each asked as the specification says. */
  async serveAll(): Promise<Record<string, number>> {
    const statuses: Record<string, number> = {};
    for (const path of Object.values(paths).slice(0, 6)) statuses[path] = (await this.patient(path)).status;
    const { data } = (await this.patient(paths.guides)).json;
    const id: string = data.at(-1).id;
    const found = [await this.status(`/learn/learning-guides/${id}`), await this.status(`/learning-guides/${id}`)];
    statuses['guide'] = Math.min(...found);
    statuses['address'] = (await this.update({ address })).status;
    statuses['orders'] = (await this.trade(order)).status;
    return statuses;
  }

  private async patient(path: string): Promise<Answer> {
    const answer = await this.ask(path);
    return answer.status === 429 || answer.status === 503 ? this.ask(path) : answer;
  }
}

function issue(
  { authUrl, audience, clients }: Target,
  fields: Record<string, unknown> | string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const usual = {
    grant_type: 'client_credentials',
    audience,
    client_id: clients.scoped.id,
    client_secret: clients.scoped.secret,
  };
  return exchange(authUrl, {
    method: 'POST',
    body: typeof fields === 'string' ? fields : { ...usual, ...fields },
    headers,
  });
}

function exchange(url: string, { method = 'GET', headers = {}, body, timeout = 5000 }: Ask): Promise<Answer> {
  const content = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const about = content === undefined ? {} : { 'content-type': 'application/json' };
  const length = content === undefined ? {} : { 'content-length': String(Buffer.byteLength(content)) };
  return new Promise((resolve, reject) => {
    let hints = 0;
    const outgoing = request(url, { method, agent: false, headers: { ...about, ...length, ...headers } });
    outgoing.setTimeout(timeout, () => outgoing.destroy(new Error('no answer')));
    outgoing.on('information', () => {
      hints += 1;
    });
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => resolve(read(incoming, Buffer.concat(chunks), hints)));
    });
    outgoing.end(content);
  });
}

function read(incoming: IncomingMessage, sent: Buffer, hints: number): Answer {
  const bytes = incoming.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
  const text = bytes.toString();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  const { statusCode: status = 0, headers, rawHeaders, trailers } = incoming;
  return { status, headers, rawHeaders, bytes, text, json, hints, trailers };
}
