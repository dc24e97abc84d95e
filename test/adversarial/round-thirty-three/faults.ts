import type { Json, Toggle } from './model.ts';
import type { Defect } from './types.ts';

export interface Fault extends Defect {
  readonly apply: Toggle;
}
export const list = (value: unknown): Json[] => value as Json[];
export const json = (value: unknown): Json => value as Json;
export const pause = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));
