import { suite } from '../../engine/index.ts';
import { undocumented } from '../undocumented.ts';

export const insights = suite('insights', [undocumented('insights', 'analyst insights')]);
