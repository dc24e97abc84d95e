import type { Ask } from '../../engine/index.ts';
import { type Behaviour, serving } from './address-stub.ts';
import { answered, type Given } from './answered.ts';

/** Nothing is stored, as the server in memory says it. */
export const noAddress: Given = { body: { address: null } };

/**
 * A server of addresses that answers some steps otherwise, and all steps that were asked; of readings that confirm another
 * one only the first.
 */
export function servingBut(at: RegExp | undefined, given: Given = noAddress, behaviour: Behaviour = {}) {
  const { ask: plain, stored } = serving(behaviour);
  const steps: string[] = [];
  const ask: Ask = async (step, request, proof) => {
    if (!/-more-(?!1$)\d+$/.test(step)) steps.push(step);
    return at?.test(step) ? answered({ ...given, step, request }) : plain(step, request, proof);
  };
  return { ask, steps, stored };
}
