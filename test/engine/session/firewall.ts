import {
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { RunningReference } from '../../../fixtures/reference/index.ts';

/** A response of the firewall to a banned client. */
export interface Refusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** `nth` counts the refused requests. */
  readonly body: (nth: number, path: string) => string;
}

export interface Rules {
  /** The refusals of one address after which it is banned. */
  readonly after: number;
  readonly refusal: Refusal;
  /** How long the ban lasts, in milliseconds. Absent: for good. */
  readonly ms?: number;
  /** Whether each request during the ban prolongs it. */
  readonly prolongs?: boolean;
  /** Whether the token endpoint is behind the firewall too. */
  readonly guardsTokens?: boolean;
  /** Whether the firewall guards this path of the API. Absent: all. */
  readonly guards?: (path: string) => boolean;
  /** Counts refusals with these statuses. Absent: every 4xx. */
  readonly counts?: (status: number) => boolean;
}

/**
 * Starts a server in front of a reference that bans addresses like fail2ban or the rate-based rules
 * of web application firewalls: it counts the refusals that an address gets, and then refuses
 * whatever that address sends.
 */
export async function startFirewall(reference: RunningReference, rules: Rules) {
  const {
    after,
    refusal,
    ms = Number.POSITIVE_INFINITY,
    prolongs = false,
    guardsTokens = false,
  } = rules;
  const { guards = () => true, counts = (status) => status >= 400 && status < 500 } = rules;
  const clients = new Map<string, { refused: number; bannedUntil: number }>();
  const banned: number[] = [];
  let passed = 0;
  let bans = 0;
  const apiPath = new URL(reference.baseUrl).pathname;
  const pass = (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    client: { refused: number; bannedUntil: number },
  ) => {
    const { method, url, rawHeaders } = incoming;
    const port = Number(new URL(reference.baseUrl).port);
    const onward = forward(
      { host: '127.0.0.1', port, method, path: url, headers: rawHeaders, agent: false },
      (came) => {
        passed++;
        if (counts(came.statusCode ?? 0) && guards(url ?? '')) client.refused++;
        if (client.refused >= after) {
          bans++;
          Object.assign(client, { refused: 0, bannedUntil: Date.now() + ms });
        }
        outgoing.writeHead(came.statusCode ?? 502, came.rawHeaders);
        came.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  };
  const server = createServer({ maxHeaderSize: 65_536 }, (incoming, outgoing) => {
    const address = incoming.socket.remoteAddress ?? '';
    const client = clients.get(address) ?? { refused: 0, bannedUntil: 0 };
    clients.set(address, client);
    const path = incoming.url ?? '';
    const isGuarded = (guardsTokens || path.startsWith(apiPath)) && guards(path);
    if (!isGuarded || Date.now() >= client.bannedUntil) return pass(incoming, outgoing, client);
    if (prolongs) client.bannedUntil = Date.now() + ms;
    banned.push(Date.now());
    incoming.resume();
    outgoing
      .writeHead(refusal.status, refusal.headers ?? {})
      .end(refusal.body(banned.length, path));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const through = (url: string) => url.replace(/^http:\/\/[^/]+/, origin);
  return {
    guarded: {
      ...reference,
      baseUrl: through(reference.baseUrl),
      authUrl: through(reference.authUrl),
    },
    /** When the banned requests came, in milliseconds since the epoch. */
    banned,
    passed: () => passed,
    bans: () => bans,
  };
}

/** The page of a web application firewall, with an id and a time. */
export const page: Refusal = {
  status: 403,
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
  body: (nth, path) =>
    `<!DOCTYPE html><html><head><title>Request blocked</title></head><body><h1>Access denied</h1>
     <p>You cannot access ${path} on this server.</p><p>Ray ID: 8f3a${nth}b2c4d, ${new Date().toUTCString()}</p></body></html>`,
};

/** The JSON of an API gateway, which is no ApiError. */
export const gatewayJson: Refusal = {
  status: 403,
  headers: { 'Content-Type': 'application/json' },
  body: (nth) =>
    JSON.stringify({
      message: 'Forbidden',
      requestId: `Zk${nth}PqRs-${nth}`,
      time: new Date().toISOString(),
      epoch: Date.now(),
    }),
};

/** The page of a rate limit that bans. */
export const tooMany: Refusal = {
  status: 429,
  headers: { 'Content-Type': 'text/html' },
  body: () => '<html><body><h1>Error 1015</h1><p>You are being rate limited</p></body></html>',
};

/** The page of ModSecurity's classic default action. */
export const notAcceptable: Refusal = {
  status: 406,
  headers: { 'Content-Type': 'text/html; charset=iso-8859-1' },
  body: (_nth, path) =>
    `<head><title>Not Acceptable!</title></head><body><p>${path}: An appropriate representation could not be found. Mod_Security.</p></body>`,
};
