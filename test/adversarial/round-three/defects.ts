import { accessDefects } from './defects-access.ts';
import { contentDefects } from './defects-content.ts';

export interface Defect {
  readonly id: string;
  readonly title: string;
  readonly breaks: string;
  readonly also?: readonly string[];
  readonly why: string;
}

export const defects = [...accessDefects, ...contentDefects] as const satisfies readonly Defect[];
