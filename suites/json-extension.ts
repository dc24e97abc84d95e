import { type Answered, cause, ofHarness, valueText } from '../engine/index.ts';
import type { Extended } from '../fixtures/malformed/json-extensions.ts';

const unknown = { what: 'an extension of JSON', advice: 'use a strict parser' };

export function extensionIn({ request }: Answered, all: readonly Extended[]) {
  const body = valueText(request.body ?? '');
  const known = all.find(({ value }) => valueText(value) === body)?.extension;
  const { what, advice } = known ?? unknown;
  return { change: ofHarness(what), parsers: ofHarness(advice) };
}

/** `effect` says what the body gets. */
export const extensionCause = (effect: string, expected: string) =>
  cause<{ readonly change: string; readonly parsers: string }>({
    title: ({ change }) => `a body with ${change} ${effect}`,
    expected: ({ parsers }) => `${expected} (${parsers})`,
  });
