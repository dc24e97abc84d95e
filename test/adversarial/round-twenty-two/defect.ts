import type { Defect } from './types.ts';

export const d = (id: string, breaks: string, title: string, also?: readonly string[]): Defect =>
  also === undefined ? { id, title, breaks } : { id, title, breaks, also };
