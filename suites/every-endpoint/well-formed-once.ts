import { type Bound, type Request, readableEndpoint } from '../../engine/index.ts';

/**
 * Returns the well-formed request of the first readable endpoint, so that a monitor has a response
 * to judge.
 */
export function wellFormedOnce(bound: Bound): readonly Request[] {
  return bound.endpoint.name === readableEndpoint(bound) ? [bound.wellFormed()] : [];
}
