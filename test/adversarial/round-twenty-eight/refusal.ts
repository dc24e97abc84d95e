import { randomUUID } from 'node:crypto';
import type { Bag, Reply } from './types.ts';

export class Refusal extends Error {
  readonly status: number;
  readonly description: string | null;

  constructor(status: number, message: string, description: string | null = null) {
    super(message);
    this.status = status;
    this.description = description;
  }
}

export const refuse = (status: number, message: string, description: string | null = null): Reply => ({
  status,
  fields: {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    ...(status === 401 ? { 'www-authenticate': 'Bearer realm="edge", error="invalid_token"' } : {}),
  },
  value: { status, error: { message, description }, responseId: randomUUID() },
});

export const accept = (value: unknown, status = 200): Reply => ({
  status,
  fields: { 'content-type': 'application/json', 'cache-control': 'private, no-store' },
  value,
});

export const isBag = (value: unknown): value is Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const bag = (value: unknown): Bag => (isBag(value) ? value : {});

export const bags = (value: unknown): Bag[] => (Array.isArray(value) ? value.filter(isBag) : []);
