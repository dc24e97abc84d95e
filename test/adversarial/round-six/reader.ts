import type { Socket } from 'node:net';

const LARGEST_HEAD = 32_768;
const LARGEST_BODY = 1_048_576;

/** Reads a connection piece by piece. */
export class Reader {
  #kept = Buffer.alloc(0);
  #ended = false;
  #wake: (() => void) | undefined;

  constructor(socket: Socket) {
    socket.on('data', (bytes: Buffer) => {
      this.#kept = Buffer.concat([this.#kept, bytes]);
      this.#wake?.();
    });
    const end = () => {
      this.#ended = true;
      this.#wake?.();
    };
    socket.on('end', end);
    socket.on('close', end);
  }

  async #more(): Promise<boolean> {
    if (this.#ended) return false;
    const before = this.#kept.length;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.#wake = undefined;
    return this.#kept.length > before || !this.#ended;
  }

  async #until(mark: string, limit: number): Promise<string | 'large' | undefined> {
    for (;;) {
      const at = this.#kept.indexOf(mark);
      if (at > limit || (at < 0 && this.#kept.length > limit)) return 'large';
      if (at >= 0) {
        const text = this.#kept.toString('latin1', 0, at);
        this.#kept = this.#kept.subarray(at + mark.length);
        return text;
      }
      if (!(await this.#more())) return undefined;
    }
  }

  /** Reads a head; one with a bare line feed may never end, and is handed out as it is. */
  async head(): Promise<string | 'large' | undefined> {
    for (;;) {
      while (this.#kept[0] === 13 && this.#kept[1] === 10) this.#kept = this.#kept.subarray(2);
      const at = this.#kept.indexOf('\r\n\r\n');
      if (at >= 0 && at <= LARGEST_HEAD) return this.#until('\r\n\r\n', LARGEST_HEAD);
      if (this.#kept.length > LARGEST_HEAD) return 'large';
      const text = this.#kept.toString('latin1');
      if (/(^|[^\r])\n/.test(text)) return text;
      if (!(await this.#more())) return undefined;
    }
  }

  line(): Promise<string | undefined> {
    return this.#until('\r\n', 4096);
  }

  async take(length: number): Promise<Buffer | undefined> {
    while (this.#kept.length < length) if (!(await this.#more())) return undefined;
    const bytes = this.#kept.subarray(0, length);
    this.#kept = this.#kept.subarray(length);
    return bytes;
  }
}

/** Reads a body: its bytes, the status of its refusal, or nothing when the connection ended. */
export async function bodyOf(reader: Reader, headers: Map<string, string>): Promise<Buffer | number | undefined> {
  if (!headers.has('transfer-encoding')) {
    const length = Number(headers.get('content-length') ?? 0);
    return length > LARGEST_BODY ? 413 : reader.take(length);
  }
  const parts: Buffer[] = [];
  for (let total = 0; ; ) {
    const size = /^([0-9a-fA-F]{1,8})[ \t]*(;.*)?$/.exec((await reader.line()) ?? '')?.[1];
    if (size === undefined) return 400;
    const length = Number.parseInt(size, 16);
    total += length;
    if (total > LARGEST_BODY) return 413;
    if (length === 0) break;
    const part = await reader.take(length);
    if (!part) return undefined;
    parts.push(part);
    if ((await reader.line()) !== '') return 400;
  }
  for (;;) {
    const trailer = await reader.line();
    if (trailer === undefined) return undefined;
    if (trailer === '') return Buffer.concat(parts);
  }
}
