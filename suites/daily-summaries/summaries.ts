import { suite } from '../../engine/index.ts';
import { forbidden } from './forbidden.ts';
import { shapeRequirements } from './shape.ts';
import { textRequirements } from './texts.ts';

export const summaries = suite('summaries', [...shapeRequirements, ...textRequirements, forbidden]);
