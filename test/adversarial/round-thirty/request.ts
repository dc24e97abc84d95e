import type { IncomingMessage } from 'node:http';
import { badInput, GraphError } from './errors.ts';

const limit = 256 * 1024;

export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string | undefined;
  readonly header: (name: string) => string | undefined;
  readonly text: () => Promise<string>;
  readonly json: () => Promise<unknown>;
}

async function read(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    const piece = chunk as Buffer;
    size += piece.length;
    if (size > limit) {
      throw new GraphError('The body is too large.', 'PAYLOAD_TOO_LARGE', { headers: { connection: 'close' } });
    }
    chunks.push(piece);
  }
  return Buffer.concat(chunks);
}

function mediaType(value: string | undefined): void {
  const [type = '', ...parameters] = (value ?? '').split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((one) => one.startsWith('charset='));
  const known = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  if (type === 'application/json' && known) return;
  throw new GraphError('The body has to be application/json.', 'UNSUPPORTED_MEDIA_TYPE');
}

export function requestOf(message: IncomingMessage): ApiRequest {
  const target = (message.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '');
  const mark = target.indexOf('?');
  let body: Promise<Buffer> | undefined;
  const header = (name: string): string | undefined => message.headersDistinct[name]?.join(', ');
  const bytes = (): Promise<Buffer> => (body ??= read(message));
  return {
    method: message.method ?? 'GET',
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? undefined : target.slice(mark + 1),
    header,
    text: async () => (await bytes()).toString(),
    json: async () => {
      mediaType(header('content-type'));
      const raw = await bytes();
      try {
        const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw));
        return value;
      } catch {
        throw badInput('The body is no JSON.', 'Expected a JSON object.');
      }
    },
  };
}
