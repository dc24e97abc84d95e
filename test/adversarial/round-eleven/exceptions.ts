import { randomUUID } from 'node:crypto';
import type { Answer, Exchange, Toggle } from './messages.ts';

export type Kind = 'token' | 'scheme' | 'scope' | 'user' | 'body' | 'constraint' | 'unknown-guide' | 'other';

export class HttpException extends Error {
  readonly status: number;
  readonly kind: Kind;
  readonly description: string | null;
  constructor(status: number, message: string, kind: Kind = 'other', description: string | null = null) {
    super(message);
    this.status = status;
    this.kind = kind;
    this.description = description;
  }
}

/** Turns what was thrown into an ApiError. */
export function exceptionResolver(on: Toggle) {
  const responseId = (exchange: Exchange, kind: Kind): string => {
    if (on('mapped-context-is-cleared-before-the-error-page') && kind === 'unknown-guide') return '';
    if (!on('mapped-context-put-if-absent')) return randomUUID();
    exchange.worker.responseId ??= randomUUID();
    return exchange.worker.responseId;
  };
  return (thrown: unknown, exchange: Exchange): Answer => {
    const error = thrown instanceof HttpException ? thrown : new HttpException(500, 'Something went wrong');
    const { kind } = error;
    let status: unknown = error.status;
    let { message, description } = error;
    if (kind === 'constraint' && on('status-is-a-constant-of-the-enumeration')) status = 'BAD_REQUEST';
    if (kind === 'user' && exchange.path === '/portfolios' && on('status-of-the-wrapping-exception')) status = 500;
    if (kind === 'unknown-guide' && on('messages-are-never-included')) message = '';
    if (kind === 'body' && on('spooled-body-is-named'))
      description = 'Unreadable: /var/spool/anlage/bodies/part-0017.tmp';
    const headers: Record<string, string> = { 'cache-control': 'no-store' };
    const hasBody = exchange.method !== 'GET';
    if (error.status === 401 && !(hasBody && on('reset-takes-the-challenge'))) {
      headers['www-authenticate'] = 'Bearer realm="anlage", error="invalid_token"';
    }
    const body = { status, error: { message, description }, responseId: responseId(exchange, kind) };
    const lost = kind === 'constraint' && on('cached-body-is-not-copied-back');
    return { status: error.status, headers, body, text: lost ? '' : undefined };
  };
}
