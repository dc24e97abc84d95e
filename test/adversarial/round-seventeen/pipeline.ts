import type { IncomingHttpHeaders } from 'node:http';
import type { JWTPayload } from 'jose';
import type { Row } from './frame.ts';
import type { Provider } from './provider.ts';
import type { Site } from './site.ts';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Record<string, string>;
  /** Text that goes out as it is, in place of the body. */
  readonly text?: string;
}

/** A request on its way through the middlewares, which fill in what they found. */
export interface Call {
  readonly site: Site;
  readonly idp: Provider;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly authorizations: readonly string[];
  readonly raw: Buffer;
  endpoint?: Endpoint;
  argument?: string;
  allowed?: string;
  claims?: JWTPayload;
  user?: Row;
  body?: unknown;
}

export type Stage = (data: unknown, call: Call) => unknown;

/** An endpoint is a pipeline of stages, behind guards that its members declare. */
export interface Endpoint {
  readonly name: string;
  readonly method: 'GET' | 'PATCH' | 'POST';
  readonly path: RegExp;
  readonly user: boolean;
  readonly scope?: string;
  readonly takesBody?: boolean;
  readonly status?: (call: Call) => number;
  readonly headers: (call: Call) => Record<string, string>;
  readonly stages: readonly Stage[];
}

export type Middleware = (call: Call, next: () => Promise<Answer>) => Promise<Answer>;

export const chain =
  (middlewares: readonly Middleware[], last: (call: Call) => Promise<Answer>) =>
  (call: Call): Promise<Answer> => {
    const from = (at: number): Promise<Answer> => {
      const middleware = middlewares[at];
      return middleware === undefined ? last(call) : middleware(call, () => from(at + 1));
    };
    return from(0);
  };

export async function run(stages: readonly Stage[], call: Call): Promise<unknown> {
  let data: unknown;
  for (const stage of stages) data = await stage(data, call);
  return data;
}
