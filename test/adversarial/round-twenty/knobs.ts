import { randomUUID } from 'node:crypto';
import type { Guide } from './data.ts';

export type Fields = Readonly<Record<string, string | readonly string[]>>;
export type Json = Record<string, unknown>;
export interface Shed {
  readonly status: 429 | 503;
  readonly fields: Fields;
  readonly body?: string;
}

/** What a vendor is free to choose. */
export interface Knobs {
  readonly base: string;
  readonly tokenPath: string;
  readonly audience: string;
  readonly clientIds: readonly [string, string];
  readonly secrets: readonly [string, string];
  readonly users: readonly [string, string, string];
  readonly statuses: {
    readonly missingUser: number;
    readonly malformedUser: number;
    readonly unknownUser: number;
    readonly body: number;
    readonly mediaType: number;
    readonly guideId: number;
    readonly route: number;
    readonly method: number;
    readonly audience: 401 | 403;
    readonly token: number;
    readonly query: number | undefined;
    readonly address: number;
    readonly order: number;
  };
  readonly fields: (path: string, status: number) => Fields;
  readonly refusal: (error: Json, status: number) => Json;
  readonly success: (body: Json, path: string) => Json;
  readonly mediaType: string;
  readonly text: (json: string) => string;
  readonly framing: 'length' | 'words';
  readonly delay: (n: number, path: string) => number;
  readonly shed: (n: number, path: string, user: string, method: string) => Shed | undefined;
  readonly caching: string | readonly string[];
  readonly vary: string | readonly string[];
  readonly privacy: string;
  readonly challenge: string | readonly string[];
  readonly uuid: () => string;
  readonly money: (amount: number, language: string) => string;
  readonly percent: (share: number, language: string) => string;
  readonly guides: (guides: Guide[], language: string) => Guide[];
  readonly claims: Json;
  readonly header: Json;
  readonly lifetime: number;
  readonly grant: (answer: Json) => Json;
}

const english = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' });
const german = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' });

export const defaults: Knobs = {
  base: '/edge',
  tokenPath: '/identity/token',
  audience: 'https://api.mesa.example',
  clientIds: ['mesa-reader', 'mesa-visitor'],
  secrets: ['north-window-71-harbour', 'south-gate-18-orchard'],
  users: ['65f0a1b2c3d4e5f601a2b3c4', '65f0a1b2c3d4e5f601a2b3cc', '65f0a1b2c3d4e5f601a2b3ea'],
  statuses: {
    missingUser: 400,
    malformedUser: 400,
    unknownUser: 404,
    body: 400,
    mediaType: 415,
    guideId: 400,
    route: 404,
    method: 405,
    audience: 401,
    token: 400,
    query: undefined,
    address: 200,
    order: 201,
  },
  fields: () => ({}),
  refusal: (error) => error,
  success: (body) => body,
  mediaType: 'application/json',
  text: (json) => json,
  framing: 'length',
  delay: () => 0,
  shed: () => undefined,
  caching: 'private, max-age=1800',
  vary: 'x-user-id, authorization',
  privacy: 'private, no-store',
  challenge: 'Bearer realm="mesa", error="invalid_token"',
  uuid: () => randomUUID(),
  money: (amount, language) => (language === 'de' ? german : english).format(amount),
  percent: (share, language) =>
    language === 'de' ? `${share.toFixed(1).replace('.', ',')} %` : `${share.toFixed(1)}%`,
  guides: (guides) => guides,
  claims: {},
  header: {},
  lifetime: 3600,
  grant: (answer) => answer,
};
