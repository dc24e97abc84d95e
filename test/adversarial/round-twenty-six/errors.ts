import type { State } from './state.ts';
import type { Bag, Exchange, Reply } from './types.ts';

export class Refusal extends Error {
  readonly status: number;
  readonly description: string | null;
  readonly fields: Record<string, string>;
  readonly kind: string;

  constructor(status: number, kind: string, message: string, description: string | null = null) {
    super(message);
    this.status = status;
    this.kind = kind;
    this.description = description;
    this.fields = {};
  }

  with(name: string, value: string): this {
    this.fields[name] = value;
    return this;
  }
}

/** Statuses that a variation chooses for a kind of refusal. */
function statusOf(s: State, refusal: Refusal, exchange: Exchange | undefined): number {
  if (s.on('unknown-user-412') && refusal.kind === 'unknown-user' && exchange?.route !== 'summaries') return 412;
  if (s.on('refused-bodies-451') && refusal.kind === 'body') return 451;
  if (s.on('malformed-guide-409') && refusal.kind === 'guide-id') return 409;
  return refusal.status;
}

function decorate(s: State, value: Bag, error: Bag, refusal: Refusal): void {
  if (s.on('errors-carry-model-state')) {
    value['errors'] = { $: ['The request is invalid.'], '$.address.city': [], 'x-user-id': [refusal.message] };
    value['title'] = 'One or more validation errors occurred.';
  }
  if (s.on('descriptions-tell-the-byte-position')) {
    error['description'] = `Path: $.${refusal.kind} | LineNumber: 0 | BytePositionInLine: ${refusal.message.length}.`;
  }
  if (s.on('messages-are-those-of-identitymodel') && refusal.status === 401 && refusal.kind !== 'unknown-user') {
    error['message'] = "IDX10214: Audience validation failed. See 'https://aka.ms/identitymodel/app-context-switches'.";
  }
}

function spoil(s: State, value: Bag, error: Bag, refusal: Refusal, exchange: Exchange | undefined): void {
  const route = exchange?.route;
  if (s.on('trace-identifier-in-place-of-an-id') && route === 'address' && refusal.kind === 'body') {
    value['responseId'] = exchange?.trace;
  }
  if (s.on('localized-string-is-an-object') && route === 'cash' && refusal.kind === 'unknown-user') {
    error['message'] = { name: 'UserNotFound', value: refusal.message, resourceNotFound: false };
  }
  if (s.on('status-is-an-hresult') && route === 'orders' && refusal.kind === 'json') value['status'] = -2146233088;
  if (s.on('caller-file-path-in-the-description') && route === 'portfolios' && refusal.kind === 'user-id') {
    error['description'] = 'UserId.Parse, C:\\agent\\_work\\12\\s\\src\\Mesa.Api\\Users\\UserId.cs:line 41';
  }
}

export function errorReply(s: State, refusal: Refusal, exchange?: Exchange): Reply {
  const status = statusOf(s, refusal, exchange);
  const error: Bag = { message: refusal.message, description: refusal.description };
  const value: Bag = { status, error, responseId: s.nextResponseId() };
  decorate(s, value, error, refusal);
  spoil(s, value, error, refusal, exchange);
  return { status, fields: { 'Cache-Control': 'no-store,no-cache', ...refusal.fields }, value };
}
