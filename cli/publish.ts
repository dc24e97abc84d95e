import { findingsOf } from '../engine/outcome/assemble.ts';
import type { Result } from '../engine/result.ts';
import { maskResult } from '../reports/masked.ts';
import { catalogue } from '../suites/catalogue.ts';

/** The result without personal data. */
export const published = (result: Result): Result =>
  maskResult(result, ({ part, target, run }) =>
    findingsOf(catalogue, part, new Set(), target, run),
  );
