import { randomUUID } from 'node:crypto';

const statuses: Readonly<Record<string, number>> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  UNAUTHORIZED_FIELD_OR_TYPE: 403,
  COST_OPERATION_TOO_EXPENSIVE: 403,
  BAD_USER_INPUT: 400,
  CSRF_PREVENTION: 400,
  PERSISTED_QUERY_NOT_FOUND: 400,
  OPERATION_MISSING: 400,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UNRESOLVABLE_TYPE: 422,
  NULL_IN_NON_NULL: 424,
  INTERNAL_SERVER_ERROR: 500,
};

export interface ErrorOptions {
  readonly description?: string | null;
  readonly responseId?: string;
  readonly bodyStatus?: number;
  readonly httpStatus?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly members?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** An error of the graph; the facade maps its code to a status. */
export class GraphError extends Error {
  readonly code: string;
  readonly options: ErrorOptions;

  constructor(message: string, code: string, options: ErrorOptions = {}) {
    super(message);
    this.code = code;
    this.options = options;
  }

  get status(): number {
    return this.options.httpStatus ?? statuses[this.code] ?? 500;
  }

  toBody(): unknown {
    if (this.options.body !== undefined) return this.options.body;
    return {
      status: this.options.bodyStatus ?? this.status,
      error: { message: this.message, description: this.options.description ?? null },
      responseId: this.options.responseId ?? randomUUID(),
      ...this.options.members,
    };
  }
}

export const badInput = (message: string, description: string | null = null): GraphError =>
  new GraphError(message, 'BAD_USER_INPUT', { description });

export const unauthenticated = (message: string): GraphError => new GraphError(message, 'UNAUTHENTICATED');

export const asGraphError = (error: unknown): GraphError =>
  error instanceof GraphError ? error : new GraphError('Something went wrong.', 'INTERNAL_SERVER_ERROR');
