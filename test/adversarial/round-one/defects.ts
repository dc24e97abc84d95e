import { accessDefects } from './lists/access-defects.ts';
import { answerDefects } from './lists/answer-defects.ts';
import { contentDefects } from './lists/content-defects.ts';
import type { Defect } from './lists/shape.ts';

export const defects: readonly Defect[] = [...accessDefects, ...answerDefects, ...contentDefects];
