import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { end, message } from '../cli/processes/child.ts';
import { concurrency } from './measured-run.ts';
import type { Target } from './target.ts';

/** A request in the form that undici takes. */
export interface BareRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
}

export interface Replay {
  readonly origin: string;
  readonly requests: readonly BareRequest[];
  readonly concurrency: number;
}

export interface Replayed {
  /** From the first request to the last response. */
  readonly seconds: number;
  readonly sent: number;
}

interface Entry {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly { readonly name: string; readonly value: string }[];
    readonly postData?: { readonly text?: string };
  };
}

/** Headers that the client sets itself. */
const ofTheConnection =
  /^(?:host|content-length|transfer-encoding|connection|keep-alive|upgrade|expect|te)$/i;

/**
 * Replays only these methods. The harness sends other methods and odd headers over raw sockets:
 * with undici, each such request would cost a connection.
 */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const isSendable = (name: string, value: string) =>
  /^[!#$%&'*+.^_`|~\w-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);

/** Returns the requests in a run's evidence, with their secrets put back. */
export function requestsOf(harFile: string, target: Target, token: string): readonly BareRequest[] {
  const { log } = JSON.parse(readFileSync(harFile, 'utf8')) as {
    log: { entries: readonly Entry[] };
  };
  const known: Readonly<Record<string, string>> = {
    'token:scoped': token,
    'user:first': target.users.first,
    'user:second': target.users.second,
  };
  const filled = (text: string) =>
    text.replace(/\{\{([^}]*)\}\}/g, (_, symbol: string) => known[symbol] ?? 'x');
  const requests = log.entries
    .map(({ request }) => request)
    .filter(
      ({ method, headers }) =>
        methods.has(method) && headers.every(({ name, value }) => isSendable(name, value)),
    );
  return requests.map(({ method, url, headers, postData }) => {
    const { origin, href } = new URL(target.baseUrl);
    const path = url.startsWith(origin) ? url.slice(origin.length) : new URL(href).pathname;
    return {
      method,
      path: filled(path),
      headers: headers
        .filter(({ name }) => !ofTheConnection.test(name))
        .map(({ name, value }) => [name, filled(value)] as const),
      ...(postData?.text === undefined ? {} : { body: filled(postData.text) }),
    };
  });
}

export async function tokenOf({ authUrl, audience, clients: { scoped } }: Target): Promise<string> {
  const answer = await fetch(authUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: scoped.id,
      client_secret: scoped.secret,
      audience,
    }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** Sends the requests with bare undici in another process. */
export async function replay(target: Target, requests: readonly BareRequest[]): Promise<Replayed> {
  const child = fork(fileURLToPath(new URL('bare-undici.js', import.meta.url)));
  const said = message(child);
  child.send({ origin: new URL(target.baseUrl).origin, requests, concurrency } satisfies Replay);
  try {
    return (await said) as Replayed;
  } finally {
    await end(child);
  }
}
