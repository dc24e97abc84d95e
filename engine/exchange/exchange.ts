import type { Key } from './key.ts';
import type { Request } from './request.ts';

/** Why there is no answer. `withheld`: the wire form turned out not to break the rule, so nothing was sent. */
export type LostWhy =
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
  | 'stopped'
  | 'not-recorded';

export interface Lost {
  readonly lost: LostWhy;
  readonly detail: string;
}

/** A body, decoded from its content coding, with secrets replaced. `text` where it is valid UTF-8, else `base64`. */
export interface Body {
  /** Bytes after decoding. */
  readonly size: number;
  readonly text?: string;
  readonly base64?: string;
  /** Why the content coding could not be undone. */
  readonly undecodable?: string;
}

export interface Answer {
  readonly status: number;
  readonly httpVersion: string;
  /** In the order, case and number in which they came; values as latin1, secrets replaced. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Body;
}

/** What a token is, without the token. */
export interface TokenFacts {
  readonly form: 'jws' | 'jwe' | 'opaque';
  /** Why it is neither JWS nor JWE. */
  readonly problem?: string;
  readonly header?: Readonly<Record<string, unknown>>;
  /** Of a JWS: iss, aud, exp, iat, nbf, scope and the like; never the signature. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** What the wire knew and the projection must not show. */
export interface Facts {
  /** Symbols of secrets that the answer contained. */
  readonly echoes: readonly string[];
  /** The tokens that the answer issued or contained, by symbol. */
  readonly tokens: Readonly<Record<string, TokenFacts>>;
}

interface Sent {
  readonly key: Key;
  readonly request: Request;
  /** Milliseconds since the epoch, by the harness's clock. */
  readonly sentAt: number;
  readonly endedAt: number;
  /** Of the trace context that the request contained. No judge looks at it. */
  readonly traceId?: string;
  readonly facts: Facts;
}

export interface Answered extends Sent {
  readonly answer: Answer;
}

export interface Unanswered extends Sent {
  readonly answer: Lost;
}

/** One request and what came of it, in the one form that is judged, live and from evidence alike. */
export type Exchange = Answered | Unanswered;

/** Whether the exchange has an answer to judge. */
export function isAnswered(exchange: Exchange): exchange is Answered {
  return !('lost' in exchange.answer);
}

/** Bytes of a body. Whoever sends larger ones gets few requests at a time: to be judged, each takes many times its size. */
const largeBody = 256 * 1024;

/** Whether answers of this kind would fill the memory, if many were there at a time. */
export function isLarge({ answer }: Exchange): boolean {
  return 'lost' in answer ? answer.lost === 'oversized' : answer.body.size > largeBody;
}

const neverSent: ReadonlySet<LostWhy> = new Set([
  'no-credential',
  'withheld',
  'target-down',
  'stopped',
  'not-recorded',
]);

/** Whether the target was asked at all, so that its silence says something. */
export function wasSent(exchange: Exchange): boolean {
  return isAnswered(exchange) || !neverSent.has(exchange.answer.lost);
}

/** The one way to have a request answered: live, replayed from evidence, or planned only. Never throws for what a target does. */
export type Send = (key: Key, request: Request, proof?: Proof) => Promise<Exchange>;

/** The request as it is on the wire, shown to a proof and to nobody else. */
export interface WireForm {
  readonly path: string;
  /** Values as latin1, trimmed of optional white space. */
  header(name: string): string | undefined;
  readonly body: string | undefined;
  /** What a symbol stands for. */
  resolved(symbol: string): string | undefined;
}

/** Whether the request, as it is on the wire, breaks the rule that it is meant to break. */
export type Proof = (wire: WireForm) => boolean;
