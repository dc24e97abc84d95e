import { suite } from '../../engine/index.ts';
import { undocumented } from '../undocumented.ts';

export const cash = suite('cash', [undocumented('cash')]);
