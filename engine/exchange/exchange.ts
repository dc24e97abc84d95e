import type { Key } from './key.ts';
import type { Request } from './request.ts';

/**
 * Why there is no response. `proxy`: the proxy of the environment refused the request, and the
 * detail is a sentence with the cure. `withheld`: the wire form did not break the intended rule, so
 * it was not sent. `banned`: a firewall refused every attempt, and has banned the client.
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

/** Why a request got no response. `detail` is for people, and contains no secret. */
export interface Lost {
  readonly lost: LostWhy;
  readonly detail: string;
}

/**
 * A body after content decoding, with secrets redacted. `text` if it is valid UTF-8, otherwise
 * `base64`.
 */
export interface Body {
  /** Bytes after decoding. */
  readonly size: number;
  readonly text?: string;
  readonly base64?: string;
  /** Why content decoding failed. */
  readonly undecodable?: string;
}

/** A response in the form that is judged: decoded, bounded, and with secrets as symbols. */
export interface Answer {
  readonly status: number;
  readonly httpVersion: string;
  /** In the received order, case and number. Values are latin1, with secrets redacted. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Body;
}

/** What is known about a token, without the token. */
export interface TokenFacts {
  readonly form: 'jws' | 'jwe' | 'opaque';
  /**
   * Whether an earlier response of the run issued the same token: identity providers may cache
   * tokens.
   */
  readonly isRepeated?: true;
  /** Why the token is neither JWS nor JWE. */
  readonly problem?: string;
  readonly header?: Readonly<Record<string, unknown>>;
  /** The claims of a JWS, such as iss, aud, exp and scope. Never the signature. */
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
  /** The shard that sent it, in merged evidence. The clocks of two shards may differ. */
  readonly shard?: number;
  /** In milliseconds since the epoch, by the harness's clock. */
  readonly sentAt: number;
  readonly endedAt: number;
  /** The trace id that the request contained. No judge reads it. */
  readonly traceId?: string;
  readonly facts: Facts;
}

/** An exchange with a response, to whichever attempt (`key.attempt`). */
export interface Answered extends Sent {
  readonly answer: Answer;
}

/**
 * An exchange without a response. `answer.lost` distinguishes silence from requests that were never
 * sent.
 */
export interface Unanswered extends Sent {
  readonly answer: Lost;
}

/**
 * A request with its response or the reason for none. Judging uses this form, both live and from
 * evidence.
 */
export type Exchange = Answered | Unanswered;

/** Whether there is a response: a success, a refusal or a 5xx. */
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

/**
 * Whether the request was sent. If it was not, a missing response says nothing about the target.
 */
export const wasSent = (exchange: Exchange): boolean =>
  isAnswered(exchange) || !neverSent.has(exchange.answer.lost);

/**
 * Gets the exchange of a request: live, from evidence, or from a dry run. Never throws because of
 * the target.
 */
export type Send = (key: Key, request: Request, proof?: Proof) => Promise<Exchange>;

/** The request in wire form. Only proofs see it, because it contains secrets. */
export interface WireForm {
  readonly path: string;
  /** The value as latin1, without surrounding white space. */
  header(name: string): string | undefined;
  readonly body: string | undefined;
  /** The string that a symbol stands for. */
  resolved(symbol: string): string | undefined;
}

/** Whether the wire form of a request breaks the intended rule. */
export type Proof = (wire: WireForm) => boolean;
