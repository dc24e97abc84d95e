import {
  type Answered,
  cause,
  fail,
  ofHarness,
  type Proof,
  type Request,
  refusedOr,
  type Value,
  valueText,
} from '../engine/index.ts';
import type { Extended } from '../fixtures/malformed/json-extensions.ts';
import type { Labelled } from '../fixtures/malformed/labelled.ts';

/** `proof` overrides that of the value. */
export function caseOf(
  prefix: string,
  proof: Proof | undefined,
  request: (value: Value) => Request,
) {
  return ({ label, value, proof: own }: Labelled) => {
    const proven = proof ?? own;
    return {
      label: `${prefix}${label}`,
      request: request(value),
      ...(proven ? { proof: proven } : {}),
    };
  };
}

export const refusal = 'a refusal with a 4xx status';

export const mustRefuse = (what: string) => ({
  causes: { accepted: { title: `${what} is accepted`, expected: refusal } },
  judge: (answered: Answered) => refusedOr(answered, fail('accepted')),
});

const unknown = { what: 'an extension of JSON', advice: 'use a strict parser' };

export function extensionIn({ request }: Answered, all: readonly Extended[]) {
  const body = valueText(request.body ?? '');
  const known = all.find(({ value }) => valueText(value) === body)?.extension;
  const { what, advice } = known ?? unknown;
  return { change: ofHarness(what), parsers: ofHarness(advice) };
}

/** `effect` says what the body gets. */
export const extensionCause = (effect: string, expected: string) =>
  cause<{ change: string; parsers: string }>({
    title: ({ change }) => `a body with ${change} ${effect}`,
    expected: ({ parsers }) => `${expected} (${parsers})`,
  });
