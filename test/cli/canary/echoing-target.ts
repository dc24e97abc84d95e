import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { type RunningReference, startReference } from '../../../fixtures/reference/index.ts';
import { variablesOf } from '../command.ts';
import { encodings } from './encodings.ts';

/** Secrets with all characters that some encoding escapes. */
export const secrets = {
  scoped: 'c4nary-0ne/+ &<"\'>=%;\u00e9-with-a-tail',
  unscoped: 'c4nary-tw0\\{}[]~!*()|-with-another-tail',
  gateway: 'c4nary-gateway-key-/+=-0815',
} as const;

export interface EchoingTarget {
  readonly variables: Readonly<Record<string, string>>;
  /** Returns all secrets that it received or issued. */
  readonly seen: () => readonly string[];
  readonly close: () => Promise<void>;
}

/**
 * Starts the reference behind a gateway whose responses repeat the request, each in two of the
 * encodings.
 */
export async function startEchoing(): Promise<EchoingTarget> {
  const reference = await startReference();
  const tokens = new Set<string>([reference.expiredToken, reference.otherAudienceToken]);
  let nth = 0;
  const server = createServer(async (asked, reply) => {
    const parts: Buffer[] = [];
    for await (const part of asked) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const answer = await request(`${origin(reference)}${asked.url}`, {
      method: asked.method as 'GET',
      headers: Object.fromEntries(
        Object.entries(asked.headersDistinct).flatMap(([name, values = []]) =>
          /^(host|connection|content-length|transfer-encoding|expect)$/.test(name)
            ? []
            : [[name, values.join(', ')]],
        ),
      ),
      ...(body.length > 0 ? { body: genuine(body.toString('utf8'), reference) } : {}),
    });
    const text = await answer.body.text();
    const token = /"access_token":"([^"]+)"/.exec(text)?.[1];
    if (token !== undefined) tokens.add(token);
    const sent = [
      asked.headers.authorization?.replace(/^Bearer /, ''),
      asked.headers['x-gateway-key'],
      token,
    ];
    const values = [...sent, body.toString('utf8')].filter((one) => one !== undefined).map(String);
    const [inHeader, inBody] = [encoding(nth), encoding(nth + 5)];
    nth++;
    for (const [name, value] of Object.entries(answer.headers)) {
      if (
        value !== undefined &&
        !/^(content-length|transfer-encoding|connection|keep-alive)$/.test(name)
      ) {
        reply.setHeader(name, value);
      }
    }
    for (const [at, value] of values.entries()) {
      const shown = inHeader(value).replace(/[^\x20-\x7e]/g, '?');
      if (shown.length < 8_000) reply.setHeader(`x-echo-${at}`, shown);
    }
    const [value] = values;
    if (nth % 11 === 0 && value !== undefined)
      reply.setHeader(`x-${Buffer.from(value).toString('hex')}`.slice(0, 4_000), 'name');
    reply.statusCode = answer.statusCode;
    if (nth % 13 === 0 && answer.statusCode >= 400) {
      reply.end(Buffer.from(`{"caf\u00e9":${JSON.stringify(values)}}`, 'latin1'));
      return;
    }
    const echo = `"echo":${JSON.stringify(values.map(inBody))}`;
    const isObject = text.startsWith('{"');
    reply.end(isObject ? text.replace(/^\{/, () => `{${echo},`) : text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const moved = (url: string) => url.replace(origin(reference), here);
  return {
    variables: variablesOf({
      ...reference,
      baseUrl: moved(reference.baseUrl),
      authUrl: moved(reference.authUrl),
      jwksUrl: moved(reference.jwksUrl),
      clients: {
        ...reference.clients,
        scoped: { ...reference.clients.scoped, secret: secrets.scoped },
        unscoped: { ...reference.clients.unscoped, secret: secrets.unscoped },
      },
    }),
    seen: () => [...Object.values(secrets), ...tokens],
    close: async () => {
      server.closeAllConnections();
      server.close();
      await reference.close();
    },
  };
}

const origin = ({ baseUrl }: RunningReference) => new URL(baseUrl).origin;
const all = Object.values(encodings);
const encoding = (nth: number) => all[nth % all.length] ?? ((text: string) => text);

/** Replaces the secrets of a token request by those that the reference knows. */
function genuine(body: string, { clients }: RunningReference): string {
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
  return body
    .replaceAll(inJson(secrets.scoped), inJson(clients.scoped.secret))
    .replaceAll(inJson(secrets.unscoped), inJson(clients.unscoped.secret));
}
