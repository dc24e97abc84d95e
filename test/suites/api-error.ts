import type { Given } from './answered.ts';

export function apiError(status: number, message = 'refused'): Given & { readonly status: number } {
  const responseId = '3f2b8c1e-5d47-4a9b-8c6d-0e1f2a3b4c5d';
  return { status, body: { status, error: { message, description: null }, responseId } };
}
