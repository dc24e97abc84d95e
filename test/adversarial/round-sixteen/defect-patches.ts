import { access } from './defect-patches-access.ts';
import { content } from './defect-patches-content.ts';
import { writes } from './defect-patches-writes.ts';
import type { Patch } from './patch-kit.ts';

export const patches: Readonly<Record<string, Patch>> = { ...access, ...content, ...writes };
