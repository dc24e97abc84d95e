import type { Case, Proof, Request, Value } from '../engine/index.ts';
import type { Labelled } from '../fixtures/malformed/labelled.ts';

/** `proof` overrides that of the value. */
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
