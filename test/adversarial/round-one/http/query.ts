import type { FastifyRequest } from 'fastify';
import type { On } from '../toggles.ts';
import { ApiError } from './api-error.ts';

/** Refuses query parameters where the vendor allows none. */
export function refuseQuery(on: On, request: FastifyRequest): void {
  const names = Object.keys(request.query as object);
  if (names.length > 0 && on('query-refused')) throw new ApiError(400, 'Query parameters are not accepted.');
}
