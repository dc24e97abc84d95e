import type { Patch } from './patch-kit.ts';
import { access } from './variation-patches-access.ts';
import { content } from './variation-patches-content.ts';

export const forms: Readonly<Record<string, Patch>> = { ...access, ...content };
