import { randomUUID } from 'node:crypto';

/** Tells whether a toggle is on. */
export type On = (id: string) => boolean;

export interface Request {
  method: string;
  path: string;
  query: string;
  headers: Map<string, string>;
  body: Buffer;
  persistent: boolean;
  chunks: boolean;
}

export interface Reply {
  status: number;
  headers: [string, string][];
  body: Buffer | string | undefined;
}

/** A refusal on its way to the client. */
export class Refusal extends Error {
  readonly status: number;
  readonly description: string | null;
  readonly headers: [string, string][];

  constructor(
    status: number,
    message: string,
    more: { description?: string | null; headers?: [string, string][] } = {},
  ) {
    super(message);
    this.status = status;
    this.description = more.description ?? null;
    this.headers = more.headers ?? [];
  }
}

/** Writes an ApiError. */
export function apiError(status: number, message: string, description: string | null, responseId: string): object {
  return { status, error: { message, description }, responseId };
}

/** Makes the refusal that the HTTP layer sends by itself. */
export function refusal(status: number, message: string): Reply {
  return json(status, apiError(status, message, null, randomUUID()));
}

/** Makes an answer of JSON. */
export function json(status: number, value: unknown, headers: [string, string][] = []): Reply {
  return { status, headers: [['Content-Type', 'application/json'], ...headers], body: JSON.stringify(value) };
}
