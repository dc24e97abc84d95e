import type { AreaSuites } from '../../engine/index.ts';
import { summaries } from './summaries.ts';

/** Specified, except for query parameters. */
export const dailySummariesArea: AreaSuites = {
  area: 'daily-summaries',
  purpose: 'Returns historical daily portfolio snapshots with performance metrics and market insights.',
  specified: true,
  suites: [summaries],
};
