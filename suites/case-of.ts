import type { Case, Proof, Request, Value } from '../engine/index.ts';
import type { Labelled } from '../fixtures/malformed/labelled.ts';

/**
 * Returns a function that makes the case of a labelled value. Without `proof`, uses that of the
 * value, if any.
 */
export function caseOf(
  prefix: string,
  proof: Proof | undefined,
  request: (value: Value) => Request,
) {
  return ({ label, value, proof: own }: Labelled): Case => {
    const proven = proof ?? own;
    return {
      label: `${prefix}${label}`,
      request: request(value),
      ...(proven ? { proof: proven } : {}),
    };
  };
}
