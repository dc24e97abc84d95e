import { lookup } from 'node:dns/promises';
import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { isIP } from 'node:net';
import { dirname } from 'node:path';
import { TLSSocket } from 'node:tls';
import { runTests } from '../../reports/allure/run-tests.ts';
import {
  type Config,
  Connections,
  codeOf,
  hostOf,
  ProxyError,
  portOf,
  proxyFor,
  proxyName,
  see,
  trustedAuthorities,
} from '../engine.ts';
import { InputError } from '../exit.ts';
import { requireFree } from '../result-folder.ts';
import { packageFolder } from '../version.ts';
import { bad, type Chapter, good, type Line, note } from './finding.ts';

const dayMs = 86_400_000;
const soonDays = 21;

type Place = Readonly<{
  key: string;
  url: URL;
}>;

/** On the way that requests take. Sends no request to the target. */
export async function networkChapter({ target, network, timeoutMs }: Config): Promise<Chapter> {
  const places = [
    ['target.baseUrl', target.baseUrl],
    ['target.authUrl', target.authUrl],
    ['target.jwksUrl', target.jwksUrl ?? ''],
  ] as const;
  const origins = new Map<string, Place>();
  for (const [key, text] of places) {
    if (text !== '' && !origins.has(new URL(text).origin))
      origins.set(new URL(text).origin, { key, url: new URL(text) });
  }
  const connections = new Connections(network, timeoutMs);
  const all = [...origins.values()];
  const probed = await Promise.all(
    all.map((place) => probe(place, network, connections, timeoutMs)),
  );
  const isSecure = all.some(({ url }) => url.protocol === 'https:');
  return {
    title: 'Network',
    lines: [...(isSecure ? [authorities(network)] : []), ...probed.flat()],
  };
}

/** A configured source without any may be a wrong path. */
function authorities(network: Config['network']) {
  const sources = trustedAuthorities(network);
  const told = sources.map(({ source, certificates }) => `${source} (${certificates.length})`);
  const said = `those of ${told.join(', ')}`;
  if (sources.every(({ certificates }) => certificates.length > 0))
    return good('trusted authorities', said);
  const why = `0 means that a file is missing or contains no certificate. ${see('certificates')}`;
  return note('trusted authorities', `${said}: ${why}`);
}

async function probe(
  { key, url }: Place,
  network: Config['network'],
  connections: Connections,
  timeoutMs: number,
) {
  const host = hostOf(url);
  const where = `${host}:${portOf(url)}`;
  const proxy = proxyFor(url, network.proxy);
  const way = proxy ? `, through ${proxyName(proxy)}` : '';
  const lines: Line[] = [];
  // The proxy resolves the name.
  if (isIP(host) === 0 && !proxy) {
    try {
      const found = await lookup(host, { all: true });
      lines.push(good(host, `resolves to ${found.map(({ address }) => address).join(', ')}`));
    } catch (error) {
      return [
        bad(
          host,
          `does not resolve (${inShort(error)}). Check ${key}, or the DNS of this machine. ` +
            see('urls'),
        ),
      ];
    }
  }
  try {
    const socket = await connections.open(url, AbortSignal.timeout(timeoutMs));
    lines.push(
      socket instanceof TLSSocket && url.protocol === 'https:'
        ? certificateOf(where, socket, way)
        : plain(),
    );
    socket.destroy();
  } catch (error) {
    lines.push(bad(where, error instanceof ProxyError ? error.message : unconnected(error)));
  }
  return lines;

  function plain() {
    return proxy
      ? good(where, `requests go in clear to ${proxyName(proxy)}, which accepts connections`)
      : good(where, 'accepts connections, without TLS');
  }

  function unconnected(error: unknown) {
    const cure =
      url.protocol === 'https:'
        ? `Check ${key}, network.ca and the certificate of the target. ${see('certificates')}`
        : `Check ${key}. ${see('urls')}`;
    const isLate = error instanceof Error && error.name === 'AbortError';
    const why = isLate ? `timed out after ${timeoutMs} ms` : inShort(error);
    return `no connection: ${why}${way}. ${cure}`;
  }
}

function certificateOf(where: string, socket: TLSSocket, way: string) {
  const { subject, valid_to: until } = socket.getPeerCertificate();
  const protocol = socket.getProtocol() ?? 'TLS';
  const days = Math.floor((Date.parse(until) - Date.now()) / dayMs);
  const name = [subject?.CN ?? 'no common name'].flat().join(', ');
  return (days < soonDays ? note : good)(
    where,
    `${protocol}, certificate of ${name}, ${days} days left${way}`,
  );
}

function inShort(error: unknown) {
  return codeOf(error) ?? (error as Error).message;
}

/** Writes no report. */
export async function foldersChapter(out: string): Promise<Chapter> {
  return { title: 'Folders', lines: await Promise.all([packageLine(), reportsLine(out)]) };
}

async function packageLine() {
  let problem: string | undefined = 'no test was found';
  const started = runTests([{ name: 'a worker starts', outcome: 'pass' }], {
    onTestRunEnd: (modules, errors) => {
      const error = errors[0] ?? modules.flatMap((module) => module.errors())[0];
      if (error) problem = error.message;
      else if (modules.some((module) => module.ok())) problem = undefined;
    },
  });
  await started.catch((error: Error) => {
    problem = error.message;
  });
  if (problem === undefined) return good('package', `vitest runs in ${packageFolder}`);
  return bad(
    'package',
    `vitest cannot run in ${packageFolder}: ${problem}. Install the package again, or elsewhere. ` +
      see('folders'),
  );
}

async function reportsLine(out: string) {
  try {
    if (existsSync(out)) await requireFree(out);
    else await access(existing(out), constants.W_OK);
    return good('reports', `a run can write to ${out}`);
  } catch (error) {
    if (error instanceof InputError) return bad('reports', error.message);
    const cure = `Name another with --out or M2M_OUT. ${see('folders')}`;
    return bad('reports', `The folder ${out} cannot be created (${codeOf(error)}). ${cure}`);
  }
}

function existing(path: string): string {
  return existsSync(path) ? path : existing(dirname(path));
}
