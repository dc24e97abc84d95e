import { suite } from '../../engine/index.ts';
import { cachingRequirements } from './guides-caching.ts';
import { elementRequirements } from './guides-elements.ts';
import { seriesRequirements } from './guides-series.ts';

export const guides = suite('guides', [
  ...elementRequirements,
  ...cachingRequirements,
  ...seriesRequirements,
]);
