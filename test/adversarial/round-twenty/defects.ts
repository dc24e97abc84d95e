import { defectsOfServices } from './defects-of-services.ts';
import { defectsOfTheEdge } from './defects-of-the-edge.ts';
import type { Defect } from './types.ts';

export const defects: readonly Defect[] = [...defectsOfTheEdge, ...defectsOfServices];
