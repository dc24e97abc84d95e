import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { tokenRequest } from '../../../engine/catalogue/well-formed.ts';
import { systemClock } from '../../../engine/clock.ts';
import { type EvidenceEntry, toEntry } from '../../../engine/evidence/har-entry.ts';
import type { EvidenceWriter } from '../../../engine/evidence/har-file.ts';
import { type Config, concat, type Exchange, type Request, symbol } from '../../../engine/index.ts';
import { Vault } from '../../../engine/secrets/vault.ts';
import { LiveTraffic } from '../../../engine/traffic/live-traffic.ts';
import { Sockets } from '../../../engine/wire/sockets.ts';
import { Wire } from '../../../engine/wire/wire.ts';
import { config, get, key } from '../samples.ts';
import { listening } from '../wire/serving.ts';

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a server with token endpoint and API. Resolves to the configuration that names it. */
export async function servingRun(
  listener: Listener,
  changes: Partial<Config> = {},
): Promise<Config> {
  // Responds once the request is complete.
  const server = createServer((request, response) =>
    request.resume().on('end', () => listener(request, response)),
  );
  const { origin } = await listening(server);
  const { target, ...rest } = config(changes);
  return { ...rest, target: { ...target, baseUrl: `${origin}/api`, authUrl: `${origin}/token` } };
}

/**
 * Issues `token-1-of-the-run`, `token-2-...`. The API accepts the latest one for `lastsMs`
 * milliseconds.
 */
export function issuer(expiresIn: number, lastsMs = Number.POSITIVE_INFINITY): Listener {
  let issued = 0;
  let endsAt = 0;
  return (request, response) => {
    if (request.url === '/token') {
      endsAt = Date.now() + lastsMs;
      response.end(
        JSON.stringify({ access_token: `token-${++issued}-of-the-run`, expires_in: expiresIn }),
      );
      return;
    }
    const isCurrent =
      request.headers.authorization === `Bearer token-${issued}-of-the-run` && Date.now() < endsAt;
    response.writeHead(isCurrent ? 200 : 401).end();
  };
}

export const statusOf = ({ answer }: Exchange) => ('lost' in answer ? answer.lost : answer.status);
export const bearer: Request = {
  ...get('/cash'),
  headers: [['Authorization', concat('Bearer ', symbol('token:scoped'))]],
};

/** Creates the traffic of a run, which ends with the test. */
export function traffic(settings: Config, write: EvidenceWriter['write'] = () => {}) {
  const vault = new Vault();
  vault.set('client:scoped:id', 'id', 'plain');
  vault.set('client:scoped:secret', 'client-secret-of-a-test', 'secret');
  vault.set('audience', 'audience', 'plain');
  const recorded: Exchange[] = [];
  const entries: EvidenceEntry[] = [];
  const { baseUrl, authUrl } = settings.target;
  const wire = new Wire(systemClock, new Sockets(settings), settings, {
    runId: 'a-run',
    version: '0.0.0',
    vault,
    forging: {},
  });
  const live = new LiveTraffic(
    systemClock,
    settings,
    wire,
    Number.POSITIVE_INFINITY,
    (exchange, details) => {
      write(exchange, details);
      recorded.push(exchange);
      entries.push(toEntry(exchange, { api: baseUrl, token: authUrl, jwks: '' }, details));
    },
  );
  onTestFinished(() => wire.close());
  const send = (request: Request, nth = 0, of = key('case', nth)) =>
    live.once(of, request, undefined, false);
  return {
    live,
    gate: live.gate,
    vault,
    recorded,
    entries,
    send,
    sendAll: (count: number, request: Request) =>
      Promise.all(Array.from({ length: count }, (_, nth) => send(request, nth).then(statusOf))),
    requestToken: (nth = 0) => send(tokenRequest('scoped'), 0, key('token', nth, 'run/setup')),
    renewals: () => recorded.filter(({ key: { step } }) => step.startsWith('renew')).map(statusOf),
  };
}
