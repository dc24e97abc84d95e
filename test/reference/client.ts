import { afterAll } from 'vitest';
import { type ReferenceOptions, type RunningReference, startReference } from '../../fixtures/reference/index.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly json: any;
}

export interface Asked {
  readonly method?: string;
  /** `null` takes a default header away. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: unknown;
  /** Sent as it is. */
  readonly text?: string;
}

/** A client of a running server, with tokens of both clients at hand. */
export interface TestClient {
  readonly server: RunningReference;
  /** Asks as the first user with the scoped token, where `headers` does not say otherwise. */
  readonly ask: (path: string, asked?: Asked) => Promise<Reply>;
  readonly token: (body: unknown, headers?: Readonly<Record<string, string>>) => Promise<Reply>;
  readonly credentials: (client?: 'scoped' | 'unscoped') => Record<string, unknown>;
  readonly bearer: (client?: 'scoped' | 'unscoped') => Promise<string>;
}

/** Starts a server that ends with the test file. */
export async function startClient(options: ReferenceOptions = {}): Promise<TestClient> {
  const server = await startReference(options);
  afterAll(() => server.close());
  const client = clientOf(server);
  return client;
}

/** A client of a server that is already running. */
export function clientOf(server: RunningReference): TestClient {
  const tokens = new Map<string, Promise<string>>();
  const credentials = (client: 'scoped' | 'unscoped' = 'scoped') => ({
    grant_type: 'client_credentials',
    audience: server.audience,
    client_id: server.clients[client].id,
    client_secret: server.clients[client].secret,
  });
  const token = async (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    replyOf(
      await fetch(server.authUrl, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    );
  const bearer = (client: 'scoped' | 'unscoped' = 'scoped') => {
    const known =
      tokens.get(client) ?? token(credentials(client)).then(({ json }) => `Bearer ${json?.access_token as string}`);
    tokens.set(client, known);
    return known;
  };
  const ask = async (path: string, { method = 'GET', headers = {}, body, text }: Asked = {}) => {
    const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
    const all = {
      Authorization: headers['Authorization'] === undefined ? await bearer() : null,
      'x-user-id': server.users.first,
      ...(content === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    };
    const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null);
    return replyOf(
      await fetch(server.baseUrl + path, {
        method,
        headers: sent,
        ...(content === undefined ? {} : { body: content }),
      }),
    );
  };
  return { server, ask, token, credentials, bearer };
}

async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
