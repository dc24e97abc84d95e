import * as hooks from '../hooks.ts';

export type { Area, Grantee, Json, Reply } from '../hooks.ts';
export { isObject, json, list, pause, Refusal, setHeader } from '../hooks.ts';

type Language = 'pt' | 'pl';
export type User = hooks.User<Language>;
export type Req = hooks.Req<Language>;
export type WebModule = hooks.Hooks<Language>;
export type Apply = hooks.Apply<Language>;
export type Fault = hooks.Fault<Language>;
export type Habit = hooks.Habit<Language>;
export const { fault, habit } = hooks.toggles<Language>();
