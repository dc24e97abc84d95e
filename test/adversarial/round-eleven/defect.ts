import type { Defect } from './types.ts';

export const defect = (id: string, breaks: string, title: string, ...also: string[]): Defect =>
  also.length > 0 ? { id, title, breaks, also } : { id, title, breaks };
