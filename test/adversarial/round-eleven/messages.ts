import type { IncomingHttpHeaders } from 'node:http';
import type { User } from './data.ts';

/** Whether the defect or variation of that id is on. */
export type Toggle = (id: string) => boolean;
export type Json = Record<string, unknown>;

export interface Principal {
  readonly scopes: readonly string[];
  readonly client: string;
}
/** A thread of the container, as far as thread-locals live on it. */
export interface Worker {
  principal?: Principal | undefined;
  responseId?: string | undefined;
}
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly worker: Worker;
  principal?: Principal | undefined;
  user?: User | undefined;
}
export interface Answer {
  status: number;
  headers: Record<string, string | string[]>;
  body?: unknown;
  /** The text in place of the body written as JSON. */
  text?: string | undefined;
}
/** Takes away the white space that HTTP allows around a field value, and no other. */
export const trimmed = (value: unknown): string => String(value ?? '').replace(/^[ \t]+|[ \t]+$/g, '');
export const answer = (body?: unknown, status = 200): Answer => ({ status, headers: {}, body });
