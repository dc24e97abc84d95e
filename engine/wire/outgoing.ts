import type { Network } from '../config/config.ts';
import type { Request } from '../exchange/request.ts';
import { valueText } from '../exchange/value.ts';
import type { WireRequest } from './resolve.ts';
import type { TraceContext } from './trace-context.ts';
import type { ShownField } from './transmission.ts';

export interface Ambient {
  readonly name: string;
  readonly value: string;
  readonly shown: string;
}

export interface Outgoing {
  readonly wire: WireRequest;
  readonly shown: readonly ShownField[];
}

export function ambientHeaders(
  { headers }: Network,
  runId: string,
  version: string,
): readonly Ambient[] {
  const userAgent = `m2m-conformance/${version} (run ${runId})`;
  return [
    { name: 'User-Agent', value: userAgent, shown: userAgent },
    { name: 'Accept-Encoding', value: 'identity', shown: 'identity' },
    ...Object.entries(headers).map(([name, value]) => ({
      name,
      value,
      shown: `{{gateway:${name}}}`,
    })),
  ];
}

export function outgoing(
  request: Request,
  resolved: WireRequest,
  origin: URL,
  ambient: readonly Ambient[],
  trace: TraceContext | undefined,
): Outgoing {
  const isBase = request.origin === 'api' || request.origin === 'listener';
  const base = isBase ? origin.pathname.replace(/\/+$/, '') : `${origin.pathname}${origin.search}`;
  const taken = new Set(resolved.headers.map(([name]) => name.toLowerCase()));
  const added = ambient.filter(({ name }) => !taken.has(name.toLowerCase()));
  if (trace)
    added.push({ name: 'traceparent', value: trace.traceparent, shown: trace.traceparent });
  return {
    wire: {
      ...resolved,
      path: `${base}${resolved.path}` || '/',
      headers: [
        ...resolved.headers,
        ...added.map(({ name, value }) => [name, Buffer.from(value)] as const),
      ],
    },
    shown: [
      ...request.headers.map(([name, value]) => [name, valueText(value)] as const),
      ...added.map(({ name, shown }) => [name, shown] as const),
    ],
  };
}
