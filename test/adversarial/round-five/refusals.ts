import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { World } from './world.ts';

export type Refuse = (
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string>,
  extra?: unknown,
) => void;

/** Makes the writer of refusals, which all take the form of ApiError. */
export function createRefuse({ on }: World): Refuse {
  const onConnection = new WeakMap<Socket, number>();

  function responseId(req: IncomingMessage): string {
    if (on('response-id-is-the-trace-id')) return randomUUID().replaceAll('-', '');
    if (!on('generator-seeded-for-each-connection')) return randomUUID();
    const count = (onConnection.get(req.socket) ?? 0) + 1;
    onConnection.set(req.socket, count);
    const hex = createHash('sha256').update(`seed ${count}`).digest('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  }

  return (req, res, status, message, headers, extra) => {
    const description = on('descriptions-are-long') ? 'See the handbook of the interface. '.repeat(90) : null;
    const body = JSON.stringify({
      status,
      error: { message, description },
      responseId: responseId(req),
      ...Object(extra),
    });
    const closing = on('refusals-close-the-connection') ? { Connection: 'close' } : {};
    res.writeHead(status, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      ...closing,
      ...headers,
    });
    res.end(req.method === 'HEAD' ? undefined : body);
    req.resume();
  };
}
