import { randomUUID } from 'node:crypto';
import { formsOfAnswers } from './forms-of-answers.ts';
import { formsOfContent } from './forms-of-content.ts';
import type { Bag, Message, Route } from './types.ts';

export interface Shed {
  readonly status: 429 | 503;
  readonly type: string;
  readonly body: string;
}

/** What the specification leaves open, with the choices of the correct vendor. */
export interface Form {
  malformedUser: number;
  missingUser: number;
  unknownUser: number;
  queryRefused: number | undefined;
  mediaRefused: number;
  bodyRefused: number;
  boundsRefused: number;
  guideMalformed: number;
  tokenRefused: number | undefined;
  fields: (route: Route | undefined) => Record<string, string>;
  challenge: string | string[];
  vary: string;
  privateCache: string;
  responseId: () => string;
  errorMembers: (text: string) => Bag;
  message: (text: string) => string;
  description: (text: string) => string | null;
  cash: (own: Bag, reading: number) => unknown;
  portfolios: (own: Bag, reading: number) => unknown;
  insights: (own: Bag) => unknown;
  order: (own: Bag) => { status: number; body: unknown };
  update: () => { status: number; body: unknown };
  guide: (own: Bag, position: number) => Bag;
  fullGuide: (own: Bag) => Bag;
  money: (amount: number) => string;
  percent: (share: number) => string;
  day: (own: Bag, position: number) => Bag;
  label: string;
  group: (own: Bag) => Bag;
  notification: (own: Bag) => Bag;
  furtherGroups: Bag[];
  alg: 'RS256' | 'RS512' | 'PS512';
  claims: Bag;
  tokenHeader: Bag;
  tokenMembers: Bag;
  kid: string;
  delay: (route: Route | undefined) => number;
  serial: boolean;
  shed: (count: number, message: Message) => Shed | undefined;
  pieces: (body: string) => string[] | undefined;
}

const plain: Form = {
  malformedUser: 400,
  missingUser: 400,
  unknownUser: 404,
  queryRefused: undefined,
  mediaRefused: 415,
  bodyRefused: 400,
  boundsRefused: 422,
  guideMalformed: 400,
  tokenRefused: undefined,
  fields: () => ({}),
  challenge: 'Bearer realm="investing"',
  vary: 'x-user-id',
  privateCache: 'private, no-store',
  responseId: randomUUID,
  errorMembers: () => ({}),
  message: (text) => text,
  description: () => null,
  cash: (own) => own,
  portfolios: (own) => own,
  insights: (own) => own,
  order: (own) => ({ status: 201, body: own }),
  update: () => ({ status: 200, body: { message: 'address updated successfully' } }),
  guide: (own) => own,
  fullGuide: (own) => own,
  money: (amount) => `${amount < 0 ? '-' : ''}€${Math.abs(amount).toFixed(2)}`,
  percent: (share) => `${share.toFixed(2)}%`,
  day: (own) => own,
  label: 'optimal',
  group: (own) => own,
  notification: (own) => own,
  furtherGroups: [],
  alg: 'RS256',
  claims: {},
  tokenHeader: {},
  tokenMembers: {},
  kid: 'sts-2026',
  delay: () => 0,
  serial: false,
  shed: () => undefined,
  pieces: () => undefined,
};

export function formOf(toggle: string | undefined): Form {
  const found = [...formsOfAnswers, ...formsOfContent].find((form) => form.id === toggle);
  return { ...plain, ...found?.form };
}
