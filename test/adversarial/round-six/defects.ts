import { defectsOfAccess } from './defects-of-access.ts';
import { defectsOfContent } from './defects-of-content.ts';

export interface Defect {
  id: string;
  title: string;
  breaks: string;
  also?: string[];
  why: string;
}

/** All defects, each of which violates one requirement. */
export const defects: readonly Defect[] = [...defectsOfAccess, ...defectsOfContent];
