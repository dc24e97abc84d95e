import { rewritten, type Where, withLines } from '../../../fixtures/faults/parts/rewritten.ts';
import type { Compose } from '../../../fixtures/reference/index.ts';

/** A cheap lie, and what is said of it. */
export interface Deceit {
  readonly name: string;
  readonly compose: Compose;
  /** Requirements that are asked: the one that has to speak, or those that may not. */
  readonly only: readonly string[];
  /** `doubted`: nothing can be judged, so that there is no certificate. Of what is spared, the reason. */
  readonly expected: 'found' | 'doubted' | { readonly spared: string };
  readonly needs?: readonly string[];
}

/** What they look on at that judge the answers to others. */
const witnesses = (requirement: string): readonly string[] => {
  if (requirement.startsWith('http/')) return ['cash/ok', 'guides/ok', 'summaries/ok', 'auth/missing'];
  if (requirement.startsWith('errors/') || requirement === 'auth/before-effects') return ['auth/missing'];
  return requirement === 'token/refusal-status' ? ['token/bad-credentials'] : [];
};

/** The requirement fails, or warns where it is a should. */
export function found(requirement: string, name: string, compose: Compose, needs: readonly string[] = []): Deceit {
  return { name, compose, only: [requirement, ...witnesses(requirement)], expected: 'found', needs };
}

/** The requirement is inconclusive. */
export function doubted(requirement: string, name: string, compose: Compose): Deceit {
  return { name, compose, only: [requirement], expected: 'doubted' };
}

/** Nobody is accused, for a reason. */
export function spared(reason: string, only: readonly string[], name: string, compose: Compose): Deceit {
  return { name, compose, only, expected: { spared: reason } };
}

export const dataOf =
  (...endpoints: readonly string[]): Where =>
  ({ status }, { endpoint = '' }) =>
    status < 300 && endpoints.includes(endpoint);
export const refusals: Where = ({ status }, { endpoint }) => status >= 400 && endpoint !== 'token';
export const refusalsOf =
  (...statuses: readonly number[]): Where =>
  (answer, visit) =>
    statuses.includes(answer.status) && refusals(answer, visit);
export const theToken: Where = dataOf('token');
export const tokenRefusals: Where = ({ status }, { endpoint }) => status >= 400 && endpoint === 'token';

/** One answer in so many. */
export function nowAndThen(where: Where, stride: number): Where {
  let nth = 0;
  return (answer, visit) => where(answer, visit) && ++nth % stride === 0;
}

export const body = (where: Where, respell: (text: string) => string | Buffer): Compose =>
  rewritten(where, (answer) => ({ body: respell(answer.body.toString()) }));
export const status = (where: Where, code: number, reason = 'OK'): Compose =>
  rewritten(where, () => ({ status: code, reason }));
/** Another status, and another body. */
export const instead = (where: Where, code: number, text: string): Compose =>
  rewritten(where, () => ({ status: code, body: text }));
/** The field with these lines in place of its own. */
export const field = (where: Where, name: string, ...lines: readonly string[]): Compose =>
  rewritten(where, (answer) => ({ fields: withLines(answer, name, ...lines) }));
/** Lines beside those that are there. */
export const added = (where: Where, ...lines: readonly (readonly [string, string])[]): Compose =>
  rewritten(where, ({ fields }) => ({ fields: [...fields, ...lines] }));
