import { Frame, type Row } from './frame.ts';
import type { Answer, Call } from './pipeline.ts';
import { Refusal } from './site.ts';

/** A generator whose seed may be set again, as the first cell of a notebook does it. */
function seeded(count: number): string {
  const digits = Array.from({ length: 8 }, (_, at) =>
    Math.floor(Math.abs(Math.sin(count * 12.9898 + at * 78.233) * 43758.5453 * 65536) % 65536)
      .toString(16)
      .padStart(4, '0'),
  ).join('');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20)}`;
}

function responseIdOf(call: Call): string {
  const { site, endpoint } = call;
  const count = site.next('errors');
  if (site.on('seed-is-set-again-at-every-refresh')) return seeded(count % 40);
  const id = site.knobs.responseId?.(count) ?? crypto.randomUUID();
  return endpoint?.name === 'notifications' && site.on('bytes-are-turned-into-text') ? `b'${id}'` : id;
}

/** Columns in which the row before has no cell are dropped. */
function challengeOf(call: Call, status: number): Record<string, string> {
  const { site } = call;
  const before = site.memory.get('refused');
  site.memory.set('refused', status);
  if (status !== 401) return {};
  const dropped = site.on('columns-with-a-gap-are-dropped') && before !== undefined && before !== 401;
  return dropped ? {} : { 'WWW-Authenticate': site.knobs.challenge ?? 'Bearer realm="frames"' };
}

export function refused(call: Call, error: unknown): Answer {
  const refusal = error instanceof Refusal ? error : new Refusal(500, 'Something is wrong with the service.');
  const { status, message, description } = refusal;
  const { site, endpoint } = call;
  const headers = {
    'Cache-Control': 'no-store',
    ...challengeOf(call, status),
    ...(call.allowed ? { Allow: call.allowed } : {}),
  };
  if (endpoint === undefined && status === 404 && site.on('detail-comes-from-the-router-of-the-framework')) {
    return { status, body: { detail: 'Not Found' }, headers };
  }
  const cells: Row = { message, description };
  const byColumn = endpoint?.name === 'insights' && site.on('cells-are-written-by-column-and-index');
  const table = Object.fromEntries([...Frame.of([cells]).columns].map(([name, column]) => [name, { ...column }]));
  const eightBits = endpoint?.name === 'guides' && site.on('status-has-eight-bits');
  const body: Row = {
    status: eightBits ? (status << 24) >> 24 : status,
    error: byColumn ? table : cells,
    responseId: responseIdOf(call),
  };
  const gap = description === null && endpoint?.name === 'address' && site.on('missing-description-is-not-a-number');
  if (gap)
    return { status, body, headers, text: JSON.stringify(body).replace('"description":null', '"description":NaN') };
  return { status, body: site.knobs.error?.(body) ?? body, headers };
}
