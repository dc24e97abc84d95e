import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Config } from '../../../engine/config/config.ts';
import { config } from '../samples.ts';
import { listening } from './serving.ts';

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** A server for token endpoint and API, and the configuration that names it. */
export async function servingRun(listener: Listener, changes: Partial<Config> = {}): Promise<Config> {
  // Responds once the request is complete.
  const server = createServer((request, response) => request.resume().on('end', () => listener(request, response)));
  const { origin } = await listening(server);
  const { target, ...rest } = config(changes);
  return { ...rest, target: { ...target, baseUrl: `${origin}/api`, authUrl: `${origin}/token` } };
}

/** Issues `token-1-of-the-run`, `token-2-...`; the API accepts the last one. */
export function issuer(expiresIn: number): Listener {
  let issued = 0;
  return (request, response) => {
    if (request.url === '/token') {
      response.end(JSON.stringify({ access_token: `token-${++issued}-of-the-run`, expires_in: expiresIn }));
    } else response.writeHead(request.headers.authorization === `Bearer token-${issued}-of-the-run` ? 200 : 401).end();
  };
}
