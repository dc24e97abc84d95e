import { randomBytes, randomUUID } from 'node:crypto';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { localiseMessage } from '../domain/texts.ts';
import type { On } from '../toggles.ts';
import { ApiError } from './api-error.ts';
import type { Callers } from './callers.ts';

const frameworkMessages: Record<number, string> = {
  400: 'The body is not valid JSON.',
  413: 'The body is too large.',
  414: 'The address is too long.',
  415: 'The media type is not supported.',
};

/** Turns whatever went wrong into an ApiError answer. */
export class Refusals {
  private readonly on: On;
  private readonly callers: Callers;
  // Built once, since an unknown user always gets the same answer.
  private unknownUser: object | undefined;

  constructor(on: On, callers: Callers) {
    this.on = on;
    this.callers = callers;
  }

  answer(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const refusal = this.classify(error as FastifyError);
    const { status } = refusal;
    if (this.on('small-limits') && (status === 413 || status === 414)) {
      return reply.code(status).type('text/plain').send('Too large');
    }
    if (status === 401) this.challenge(request, reply);
    const shared = this.on('errors-cacheable') && status === 403 && request.url.includes('/learning-guides');
    reply.code(status).header('cache-control', shared ? 'private, max-age=1800' : 'no-store');
    const type = this.on('errors-problem-json') ? 'application/problem+json' : 'application/json; charset=utf-8';
    reply.header('content-type', type);
    if (this.on('error-json-by-template')) return reply.serializer(String).send(fillTemplate(refusal));
    return reply.send(this.describe(refusal, request));
  }

  private classify(error: FastifyError | ApiError): ApiError {
    if (error instanceof ApiError) return error;
    const status = error.statusCode ?? 500;
    if (status >= 400 && status < 500) return new ApiError(status, frameworkMessages[status] ?? 'Not accepted.');
    return new ApiError(500, 'Something went wrong.');
  }

  private challenge(request: FastifyRequest, reply: FastifyReply): void {
    const presented = request.headers.authorization !== undefined;
    if (presented && this.on('challenge-only-when-missing')) return;
    reply.header('www-authenticate', presented ? 'Bearer realm="m2m", error="invalid_token"' : 'Bearer realm="m2m"');
  }

  private describe(refusal: ApiError, request: FastifyRequest): object {
    if (refusal.message === 'User not found.' && this.on('error-singleton')) {
      this.unknownUser ??= this.build(refusal, request);
      return this.unknownUser;
    }
    return this.build(refusal, request);
  }

  private build(refusal: ApiError, request: FastifyRequest): object {
    const { status } = refusal;
    const user = this.callers.userOf(request);
    const localised = this.on('messages-localised') && user !== undefined;
    const message = localised ? localiseMessage(refusal.message, user.language) : refusal.message;
    const body = {
      status,
      error: { message, ...this.detail(refusal) },
      responseId: this.responseId(status, request),
    };
    if (this.on('errors-problem-json')) return { type: 'about:blank', title: message, ...body };
    if (!this.on('error-extra-members')) return body;
    const extra = { code: `E${status}`, errors: [], help: null };
    return { ...body, error: { ...body.error, ...extra }, timestamp: Date.now(), data: null, success: false };
  }

  private detail({ status, description }: ApiError): object {
    if (!this.on('description-null-or-absent')) return { description };
    return status === 401 ? {} : { description: null };
  }

  private responseId(status: number, request: FastifyRequest): string {
    if (status === 403 && this.on('response-id-of-framework')) return request.id;
    return this.on('response-id-v7-upper') ? makeOrderedUuid().toUpperCase() : randomUUID();
  }
}

function fillTemplate({ status, message, description, received }: ApiError): string {
  const text = received === undefined ? description : `Received: ${received.slice(0, 40)}`;
  const detail = text === null ? 'null' : `"${text}"`;
  return `{"status":${status},"error":{"message":"${message}","description":${detail}},"responseId":"${randomUUID()}"}`;
}

function makeOrderedUuid(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  const random = randomBytes(10);
  random[0] = ((random[0] ?? 0) & 0x0f) | 0x70;
  random[2] = ((random[2] ?? 0) & 0x3f) | 0x80;
  const hex = time + random.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
