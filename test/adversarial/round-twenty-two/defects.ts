import { defectsOfContent } from './defects-of-content.ts';
import { defectsOfProtocol } from './defects-of-protocol.ts';
import type { Defect } from './types.ts';

export const defects: readonly Defect[] = [...defectsOfProtocol, ...defectsOfContent];
