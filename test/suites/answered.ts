import type { Answered, Request } from '../../engine/index.ts';

export interface Given {
  readonly status?: number;
  readonly headers?: readonly (readonly [string, string])[];
  /** A string is sent unchanged, anything else as JSON. */
  readonly body?: unknown;
  readonly request?: Partial<Request>;
  readonly requirement?: string;
  readonly step?: string;
  readonly echoes?: readonly string[];
  /** Milliseconds since the epoch. */
  readonly at?: number;
}

/**
 * Returns an exchange as a judge gets it. Default: a well-formed request for the listing with a
 * JSON response.
 */
export function answered(given: Given = {}): Answered {
  const { status = 200, body = '', at = 1_700_000_000_000 } = given;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = given.headers ?? [['Content-Type', 'application/json']];
  return {
    key: {
      requirement: given.requirement ?? 'guides/ok',
      endpoint: 'GET /learn/learning-guides',
      index: 0,
      step: given.step ?? 'case',
      attempt: 0,
    },
    request: {
      origin: 'api',
      method: 'GET',
      path: '/learn/learning-guides',
      headers: [
        ['Accept', 'application/json'],
        ['Authorization', ['Bearer ', { symbol: 'token:scoped' }]],
        ['x-user-id', { symbol: 'user:first' }],
      ],
      wire: 'http',
      ...given.request,
    },
    sentAt: at - 5,
    endedAt: at,
    facts: { echoes: given.echoes ?? [], tokens: {} },
    answer: { status, httpVersion: '1.1', headers, body: { size: Buffer.byteLength(text), text } },
  };
}

/** Returns an exchange whose response has these headers and the JSON media type. */
export function withHeaders(
  headers: Readonly<Record<string, string>>,
  given: Given = {},
): Answered {
  return answered({
    ...given,
    headers: [['Content-Type', 'application/json'], ...Object.entries(headers)],
  });
}
