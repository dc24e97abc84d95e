/** `result.json`, for reports: the only part of the engine that they know. */
export type * from './outcome/result.ts';
