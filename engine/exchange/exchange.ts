import type { Key } from './key.ts';
import type { Request } from './request.ts';

/**
 * `proxy`: a proxy refused the request; the detail is a sentence with the cure. `withheld`: the
 * wire form did not break the intended rule. `banned`: a firewall has banned the client.
 */
export type LostWhy =
  | 'proxy'
  | 'refused-connection'
  | 'unresolved-name'
  | 'tls'
  | 'closed'
  | 'timeout'
  | 'oversized'
  | 'invalid-http'
  | 'no-credential'
  | 'withheld'
  | 'target-down'
  | 'banned'
  | 'stopped'
  | 'not-recorded';

/** `detail` is for people, and contains no secret. */
export interface Lost {
  readonly lost: LostWhy;
  readonly detail: string;
}

/** After content decoding, secrets redacted. `text` if it is valid UTF-8, otherwise `base64`. */
export interface Body {
  /** Bytes after decoding. */
  readonly size: number;
  readonly text?: string;
  readonly base64?: string;
  /** Why content decoding failed. */
  readonly undecodable?: string;
}

/** A response as it is judged: decoded, bounded, and with secrets as symbols. */
export interface Answer {
  readonly status: number;
  readonly httpVersion: string;
  /** In the received order, case and number. Values are latin1. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Body;
}

/** What is known about a token, without the token. */
export interface TokenFacts {
  readonly form: 'jws' | 'jwe' | 'opaque';
  /** Whether an earlier response issued it too: identity providers may cache tokens. */
  readonly isRepeated?: true;
  /** Why it is neither JWS nor JWE. */
  readonly problem?: string;
  readonly header?: Readonly<Record<string, unknown>>;
  /** Of a JWS. Never the signature. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** What judging needs to know about redacted secrets. */
export interface Facts {
  /** Symbols of the secrets that the response contained. */
  readonly echoes: readonly string[];
  /** The tokens that the response issued or contained, by symbol. */
  readonly tokens: Readonly<Record<string, TokenFacts>>;
}

interface Sent {
  readonly key: Key;
  readonly request: Request;
  /** In merged evidence. The clocks of two shards may differ. */
  readonly shard?: number;
  /** In milliseconds since the epoch, by the harness's clock. */
  readonly sentAt: number;
  readonly endedAt: number;
  /** No judge reads it. */
  readonly traceId?: string;
  readonly facts: Facts;
}

export interface Answered extends Sent {
  readonly answer: Answer;
}

export interface Unanswered extends Sent {
  readonly answer: Lost;
}

/** Judging uses this form, both live and from evidence. */
export type Exchange = Answered | Unanswered;

export const isAnswered = (exchange: Exchange): exchange is Answered =>
  !('lost' in exchange.answer);

/**
 * In bytes. A target that sends larger bodies gets few requests at a time: judging needs many times
 * their memory.
 */
const largeBody = 256 * 1024;

/** Whether many concurrent responses like this one would fill the memory. */
export function isLarge({ answer }: Exchange): boolean {
  return 'lost' in answer ? answer.lost === 'oversized' : answer.body.size > largeBody;
}

const neverSent: ReadonlySet<LostWhy> = new Set([
  'proxy',
  'no-credential',
  'withheld',
  'target-down',
  'banned',
  'stopped',
  'not-recorded',
]);

/** If it was not sent, a missing response says nothing about the target. */
export const wasSent = (exchange: Exchange): boolean =>
  isAnswered(exchange) || !neverSent.has(exchange.answer.lost);

/** Live, from evidence, or from a dry run. Never throws because of the target. */
export type Send = (key: Key, request: Request, proof?: Proof) => Promise<Exchange>;

/** Contains secrets. Only proofs see it. */
export interface WireForm {
  readonly path: string;
  /** As latin1, without surrounding white space. */
  header(name: string): string | undefined;
  readonly body: string | undefined;
  /** The string that a symbol stands for. */
  resolved(symbol: string): string | undefined;
}

/** Whether the wire form of a request breaks the intended rule. */
export type Proof = (wire: WireForm) => boolean;
