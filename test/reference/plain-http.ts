import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

export interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  /** As they came. */
  readonly names: readonly string[];
  readonly body: Buffer;
}

export interface Ask {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
}

/** A client that adds nothing of its own, on one connection; `undefined` where the connection closes without an answer. */
export class PlainHttp {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 });

  ask(url: string, { method = 'GET', headers = {}, body }: Ask = {}): Promise<Answer | undefined> {
    return new Promise((resolve) => {
      const sent = request(url, { method, headers, agent: this.#agent, timeout: 1_000 }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', () => resolve(undefined));
        response.on('end', () => {
          const names = response.rawHeaders.filter((_text, at) => at % 2 === 0);
          resolve({ status: response.statusCode ?? 0, headers: response.headers, names, body: Buffer.concat(chunks) });
        });
      });
      sent.on('timeout', () => sent.destroy());
      sent.on('error', () => resolve(undefined));
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Sends bytes as they are; yields the first line of the answer, or nothing where the connection closes without one. */
export function sendBytes(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(text, 'latin1'));
    socket.setEncoding('latin1');
    socket.setTimeout(1_000, () => socket.destroy());
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer.split('\r\n')[0] ?? ''));
  });
}
