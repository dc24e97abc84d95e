import { randomBytes, randomUUID } from 'node:crypto';
import type { ErrorRequestHandler } from 'express';
import { sendJson } from './answer.ts';
import { germanMessages } from './texts.ts';
import type { On } from './toggles.ts';
import type { World } from './world.ts';

/** A refusal that is answered as ApiError. */
export class ApiError extends Error {
  readonly status: number;
  readonly description: string | null;
  readonly headers: Record<string, string>;
  /** Set only where the id was made together with the error. */
  readonly responseId: string | undefined;
  constructor(
    status: number,
    message: string,
    more: { description?: string; headers?: Record<string, string>; responseId?: string } = {},
  ) {
    super(message);
    this.status = status;
    this.description = more.description ?? null;
    this.headers = more.headers ?? {};
    this.responseId = more.responseId;
  }
}

const groups = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');

function makeResponseId(on: On, now: number): string {
  if (on('errors-uuid-without-padding')) return groups([...randomBytes(16)].map((byte) => byte.toString(16)).join(''));
  if (on('errors-uuid-v7-upper')) {
    const tail = randomBytes(10).toString('hex');
    const hex = `${now.toString(16).padStart(12, '0')}7${tail.slice(1, 4)}a${tail.slice(5)}`;
    return groups(hex).toUpperCase();
  }
  return randomUUID();
}

/** Turns whatever was thrown into an ApiError on the wire. */
export function answerErrors({ on, now }: World): ErrorRequestHandler {
  return (thrown, req, res, next) => {
    if (res.headersSent) return next(thrown);
    const error = thrown instanceof ApiError ? thrown : translate(thrown);
    const description = error.description;
    const message = on('errors-in-german') ? (germanMessages[error.message] ?? error.message) : error.message;
    const problem = on('errors-as-problem-json')
      ? { type: 'about:blank', title: message, ...(description === null ? {} : { detail: description }) }
      : {};
    for (const [name, value] of Object.entries(error.headers)) res.setHeader(name, value);
    const remapped = on('errors-status-remapped') && error.status === 422 && req.path.endsWith('/orders');
    sendJson(
      res,
      remapped ? 400 : error.status,
      {
        ...problem,
        status: error.status,
        error: {
          message,
          ...(on('errors-without-description') && description === null ? {} : { description }),
        },
        responseId: error.responseId ?? makeResponseId(on, now()),
      },
      on('errors-as-problem-json') ? 'application/problem+json' : undefined,
    );
  };
}

function translate(thrown: unknown): ApiError {
  const status = (thrown as { status?: unknown } | null)?.status;
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new ApiError(status, status === 413 ? 'Body is too large' : 'Request is not valid');
  return new ApiError(500, 'Something went wrong');
}
