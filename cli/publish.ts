import { maskResult } from '../reports/masked.ts';
import { catalogue, findingsOf, type Result } from './engine.ts';

/** The result without personal data. */
export const published = (result: Result): Result =>
  maskResult(result, ({ part, target, run }) =>
    findingsOf(catalogue, part, new Set(), target, run),
  );
