import type { Fault } from './stack.ts';

/** Faults that any proxy may have. */
export const faultsOfProxies: Readonly<Record<string, Fault>> = {
  'challenge-hidden': {
    title: 'WWW-Authenticate is removed',
    source: 'RFC 9110 section 15.5.2',
  },
  'everything-public': 'Every response is public',
  'user-from-query': 'A missing x-user-id is taken from the query',
};

/** Requests that overlap get another user's data. Which ones overlap is chance. */
export const userShared = (title: string): Fault => ({
  title,
  mayFail: [
    ...['guides/localised', 'notifications/localised', 'notifications/ok', 'summaries/forbidden'],
    ...['address/isolation', 'robustness/unexpected-query', 'http/no-server-error'],
  ],
});
