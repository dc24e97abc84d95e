import type { Key } from './key.ts';
import type { Fields, Request } from './request.ts';

/**
 * `proxy`: the detail is a sentence with the cure. `withheld`: the wire form did not break the
 * intended rule. `banned`: a firewall has banned the client.
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
export type Lost = Readonly<{
  lost: LostWhy;
  detail: string;
}>;

/** After content decoding, secrets redacted. `text` if it is valid UTF-8, otherwise `base64`. */
export type Body = Readonly<{
  size: number;
  text?: string;
  base64?: string;
  undecodable?: string;
}>;

/** A response as it is judged: decoded, bounded, and with secrets as symbols. */
export type Answer = Readonly<{
  status: number;
  httpVersion: string;
  /** In the received order, case and number. Values are latin1. */
  headers: Fields;
  body: Body;
}>;

export type TokenFacts = Readonly<{
  form: 'jws' | 'jwe' | 'opaque';
  isRepeated?: true;
  problem?: string;
  header?: Readonly<Record<string, unknown>>;
  /** Of a JWS. Never the signature. */
  claims?: Readonly<Record<string, unknown>>;
}>;

export type SecretFacts = Readonly<{
  echoes: readonly string[];
  tokens: Readonly<Record<string, TokenFacts>>;
}>;

type Sent = Readonly<{
  key: Key;
  request: Request;
  /** In merged evidence. The clocks of two shards may differ. */
  shard?: number;
  sentAt: number;
  endedAt: number;
  traceId?: string;
  facts: SecretFacts;
}>;

export type Answered = Sent &
  Readonly<{
    answer: Answer;
  }>;

export type Unanswered = Sent &
  Readonly<{
    answer: Lost;
  }>;

export type Exchange = Answered | Unanswered;

export const isAnswered = (exchange: Exchange): exchange is Answered =>
  !('lost' in exchange.answer);

export const lostOf = ({ answer }: Exchange) => ('lost' in answer ? answer.lost : undefined);

export const statusOf = ({ answer }: Exchange) => ('lost' in answer ? undefined : answer.status);

/**
 * In bytes. A target that sends larger bodies gets few requests at a time: judging needs many times
 * their memory.
 */
const largeBody = 256 * 1024;

export const isLavish = ({ answer }: Exchange) =>
  'lost' in answer ? answer.lost === 'oversized' : answer.body.size > largeBody;

const neverSent: ReadonlySet<LostWhy> = new Set([
  'proxy',
  'no-credential',
  'withheld',
  'target-down',
  'banned',
  'stopped',
  'not-recorded',
]);

export const wasSent = (exchange: Exchange) =>
  isAnswered(exchange) || !neverSent.has(exchange.answer.lost);

/** Live, from evidence, or from a dry run. Never throws because of the target. */
export type Send = (key: Key, request: Request, proof?: Proof) => Promise<Exchange>;

export interface WireForm {
  readonly path: string;
  /** As latin1, without surrounding white space. */
  header(name: string): string | undefined;
  readonly body: string | undefined;
  resolved(symbol: string): string | undefined;
}

export type Proof = (wire: WireForm) => boolean;
