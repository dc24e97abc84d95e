/** `result.json`: the only part of the engine that reports use. */
export type * from './outcome/result.ts';
