import { randomUUID } from 'node:crypto';
import type { Fn, Scope } from './language.ts';
import type { Request } from './platform.ts';

const request = (scope: Scope) => scope['request'] as Request;
const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

export const functions = (): Record<string, Fn> => ({
  header: (scope, name) => request(scope).headers[String(name)] ?? null,
  matches: (_scope, text, pattern) => typeof text === 'string' && new RegExp(String(pattern), 'u').test(text),
  uuid: () => randomUUID(),
  object: (_scope, value) => isObject(value),
  list: (_scope, ...values) => values,
  text: (_scope, value) => typeof value === 'string',
  number: (_scope, value) => typeof value === 'number' && Number.isFinite(value),
  scalar: (_scope, value) => value === null || typeof value !== 'object',
  words: (_scope, value) => String(value ?? '').split(' '),
  has: (_scope, list, value) => Array.isArray(list) && list.includes(value),
  credentials: (_scope, value) => String(value).replace(/^\S+ +/, ''),
  mediaType: (scope) => (request(scope).headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '',
});
