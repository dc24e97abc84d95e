import { randomUUID } from 'node:crypto';
import type { Reply } from './types.ts';

/** A request that is refused, thrown by guards and handlers alike. */
export class Refusal extends Error {
  readonly status: number;
  readonly description: string | null;
  constructor(status: number, message: string, description: string | null = null) {
    super(message);
    this.status = status;
    this.description = description;
  }
}

export function apiError(refusal: Refusal, challenge: string): Reply {
  const { status, message, description } = refusal;
  const fields: Record<string, string> = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  if (status === 401) fields['WWW-Authenticate'] = challenge;
  return { status, fields, value: { status, error: { message, description }, responseId: randomUUID() } };
}
