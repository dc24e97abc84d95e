import type { AreaSuites } from '../../engine/index.ts';
import { guide } from './guide.ts';
import { guides } from './guides.ts';
import { insights } from './insights.ts';

/** Editorial content. News articles, glossary entries and the rest of the area are only named. */
export const learnArea: AreaSuites = {
  area: 'learn',
  purpose: 'Returns editorial content, learning guides, news articles and glossary entries.',
  specified: true,
  suites: [guides, guide, insights],
};
