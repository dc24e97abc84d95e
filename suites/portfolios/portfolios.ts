import { suite } from '../../engine/index.ts';
import { undocumented } from '../undocumented.ts';

export const portfolios = suite('portfolios', [undocumented('portfolios')]);
