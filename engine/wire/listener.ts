import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testerCertificate, testerKeySet } from '../secrets/forge/own-key.ts';

/** RFC 7515 sections 4.1.2 and 4.1.5. */
const served = { jku: 'application/json', x5u: 'application/x-pem-file' } as const;

export type Listener = Readonly<{
  url: string;
  local: URL;
  close: () => void;
}>;

/**
 * Port 0 is a free port of loopback. `GET /log/<place>` returns which of `jku` and `x5u` were
 * requested for that place, as a JSON array. Throws if it cannot listen there.
 */
export async function openListener(listenUrl: string): Promise<Listener> {
  const wanted = new URL(listenUrl);
  const isFree = wanted.port === '0';
  const requested = new Map<string, string[]>();
  const server = createServer((request, response) => respond(requested, request, response));
  const usual = wanted.protocol === 'https:' ? 443 : 80;
  server.listen(Number(wanted.port || usual), isFree ? wanted.hostname : undefined);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.unref();
  if (isFree) wanted.port = String(port);
  return {
    url: wanted.href.replace(/\/+$/, ''),
    local: new URL(`http://127.0.0.1:${port}`),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function respond(
  requested: Map<string, string[]>,
  { url = '' }: IncomingMessage,
  response: ServerResponse,
) {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const [, what, place = ''] = /\/(jku|x5u|log)\/([^/]+)$/.exec(pathname) ?? [];
  const seen = requested.get(place) ?? [];
  if (what === 'log')
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(seen));
  else if (what === 'jku' || what === 'x5u') {
    requested.set(place, [...new Set([...seen, what])]);
    const alg = searchParams.get('alg') ?? '';
    const keys = () => JSON.stringify(testerKeySet(alg, searchParams.get('kid') ?? undefined));
    response
      .writeHead(200, { 'Content-Type': served[what] })
      .end(what === 'jku' ? keys() : testerCertificate(alg));
  } else response.writeHead(404).end();
}
