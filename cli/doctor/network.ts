import { lookup } from 'node:dns/promises';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { Config } from '../../engine/config/config.ts';
import { tlsOptions } from '../../engine/wire/http.ts';
import { bad, type Chapter, good, type Line, note } from './finding.ts';

const dayMs = 86_400_000;
/** A certificate that expires within this many days gets a note. */
const soonDays = 21;

/** Checks name resolution, connections and certificates of the target's URLs. Sends no request. */
export async function networkChapter({ target, network, timeoutMs }: Config): Promise<Chapter> {
  const places = [
    ['target.baseUrl', target.baseUrl],
    ['target.authUrl', target.authUrl],
    ['target.jwksUrl', target.jwksUrl ?? ''],
  ] as const;
  const origins = new Map<string, { readonly key: string; readonly url: URL }>();
  for (const [key, text] of places) {
    if (text !== '' && !origins.has(new URL(text).origin))
      origins.set(new URL(text).origin, { key, url: new URL(text) });
  }
  if (network.proxy) {
    const why = 'names and certificates were not checked, because requests go through a proxy';
    return { title: 'Network', lines: [note('proxy', why)] };
  }
  const probed = await Promise.all([...origins.values()].map(({ key, url }) => probe(key, url, network, timeoutMs)));
  return { title: 'Network', lines: probed.flat() };
}

async function probe(key: string, url: URL, network: Config['network'], timeoutMs: number): Promise<Line[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const lines: Line[] = [];
  if (isIP(host) === 0) {
    try {
      const found = await lookup(host, { all: true });
      lines.push(good(host, `resolves to ${found.map(({ address }) => address).join(', ')}`));
    } catch (error) {
      return [bad(host, `does not resolve (${codeOf(error)}). Check ${key}, or the DNS of this machine.`)];
    }
  }
  const secure = url.protocol === 'https:';
  const port = Number(url.port || (secure ? 443 : 80));
  const where = `${host}:${port}`;
  try {
    if (secure) lines.push(...(await certificateOf(host, port, network, timeoutMs)));
    else {
      (await connected(connectPlain({ host, port }), 'connect', timeoutMs)).destroy();
      lines.push(good(where, 'accepts connections, without TLS'));
    }
  } catch (error) {
    const cure = secure ? `Check ${key}, network.ca and the certificate of the target.` : `Check ${key}.`;
    lines.push(bad(where, `no connection: ${codeOf(error)}. ${cure}`));
  }
  return lines;
}

async function certificateOf(
  host: string,
  port: number,
  network: Config['network'],
  timeoutMs: number,
): Promise<Line[]> {
  const servername = isIP(host) === 0 ? { servername: host } : {};
  const socket = connectTls({ host, port, ...servername, ...tlsOptions(network) });
  await connected(socket, 'secureConnect', timeoutMs);
  const { subject, valid_to: until } = socket.getPeerCertificate();
  const protocol = socket.getProtocol() ?? 'TLS';
  socket.destroy();
  const days = Math.floor((Date.parse(until) - Date.now()) / dayMs);
  const detail = `${protocol}, certificate of ${[subject?.CN ?? 'no common name'].flat().join(', ')}, ${days} days left`;
  return [(days < soonDays ? note : good)(`${host}:${port}`, detail)];
}

function connected<Kind extends Socket | TLSSocket>(socket: Kind, event: string, timeoutMs: number): Promise<Kind> {
  return new Promise((resolve, reject) => {
    socket.setTimeout(timeoutMs, () => {
      socket.destroy();
      reject(new Error(`timed out after ${timeoutMs} ms`));
    });
    socket.once(event, () => resolve(socket));
    socket.once('error', reject);
  });
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return (error as NodeJS.ErrnoException).code ?? (error as Error).message;
}
