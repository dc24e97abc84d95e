import { type User, users } from './data.ts';
import type { Scope } from './language.ts';
import { type Answer, type Platform, Refusal, type Request } from './platform.ts';

export type Patch = (platform: Platform) => void;
/** JSON whose shape the patch knows. */
// biome-ignore lint/suspicious/noExplicitAny: patches reach deep into documents of known shape
export type Json = any;

export const first = () => users()[0] as User;
export const second = () => users()[1] as User;
export const userOf = (scope: Scope) => scope['user'] as User | undefined;
export const requestOf = (scope: Scope) => scope['request'] as Request;
export const answer = (status: number, body?: unknown): Answer => ({ status, headers: {}, body });
export const silent = (): Answer => ({ status: 200, headers: {}, body: undefined, silent: true });

export function body(flow: string, edit: (document: Json, scope: Scope) => unknown): Patch {
  return (platform) =>
    platform.after(flow, flow === 'orders' ? 201 : 200, (given, scope) => {
      const edited = edit(given.body, scope);
      if (edited !== undefined) given.body = edited;
    });
}
export function refused(edit: (document: Json, given: Answer, scope: Scope, flow: string) => void, flow = '*'): Patch {
  return (platform) =>
    platform.after(flow, '4xx', (given, scope, name) => {
      if (name !== 'token') edit(given.body, given, scope, name);
    });
}
export function secured(platform: Platform, change: (flow: string) => void) {
  for (const flow of platform.flows) if (flow.steps.some((step) => step.name === 'let-in')) change(flow.name);
}
export function fail(platform: Platform, given: Answer) {
  Object.assign(given, platform.refuse(new Refusal('technical'), {}, 'error'));
}
