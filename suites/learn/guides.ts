import { suite } from '../../engine/index.ts';
import { cachingRequirements } from './guides-caching.ts';
import { elementRequirements } from './guides-elements.ts';
import { seriesRequirements } from './guides-series.ts';

/** The listing of learning guides. */
export const guides = suite('guides', [...elementRequirements, ...cachingRequirements, ...seriesRequirements]);
