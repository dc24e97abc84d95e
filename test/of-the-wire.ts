import type { Key } from '../engine/exchange/key.ts';

/**
 * Reports whether only the wire sends the request, to renew tokens. It is no case: how many there
 * are depends on which refusals come together. Judging never sends it.
 */
export function isOfTheWire({ requirement, step }: Key): boolean {
  return requirement === 'run/setup' && (step === 'still-accepted' || step.startsWith('renew-'));
}
