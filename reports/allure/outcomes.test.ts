import { fail } from 'node:assert/strict';
import { inject, test } from 'vitest';
import type { Place } from '../test-cases.ts';

export type ShownTest = Readonly<{
  name: string;
  outcome: Place['outcome'];
}>;

declare module 'vitest' {
  interface ProvidedContext {
    allureTests: readonly ShownTest[];
  }
}

for (const { name, outcome } of inject('allureTests')) {
  test(name, ({ skip }) => {
    switch (outcome) {
      case 'fail':
        return fail('violated');
      case 'inconclusive':
        // Allure calls a test broken if its error is not a failed assertion.
        throw new Error('not judged');
      case 'not-run':
        return skip();
      case 'pass':
      case 'warn':
      case 'observed':
        return;
    }
  });
}
