import { describe, expect, test } from 'vitest';
import { delivered, type Monitor, turnStep } from '../../../engine/index.ts';
import { ok as summariesOk } from '../../../suites/daily-summaries/shape.ts';
import { answered } from '../../suites/answered.ts';
import { boundTo } from '../../suites/asking.ts';

const cashOk = delivered({ id: 'cash/ok', method: 'GET', path: '/cash', rule: '', section: '' });

describe.each<[string, Monitor, string]>([
  ['whose shape is not shown', cashOk, '/cash'],
  ['whose shape is shown', summariesOk, '/daily-summaries'],
])('an endpoint %s', (_what, monitor, path) => {
  const judged = (status: number, step: string) => {
    const refused = answered({ status, requirement: 'user/isolation', step, request: { path } });
    return monitor.matches(refused) ? monitor.judge?.(refused, boundTo('cash')).kind : 'not judged';
  };

  test.each([400, 404, 405, 406, 409, 410, 415, 422])('may not refuse one user after the other with %i', (status) => {
    expect(judged(status, `cash-${turnStep}-1-second`)).toBe('violated');
    expect(judged(status, `cash-again-${turnStep}-0-first`)).toBe('violated');
    expect(judged(status, 'cash-together-1-second')).toBe('not judged');
    expect(judged(status, `${turnStep}-1`)).toBe('not judged');
  });

  test.each([401, 403, 408, 429, 500, 503])('may have other reasons for a %i', (status) => {
    expect(judged(status, `cash-${turnStep}-1-second`)).toBe('not judged');
  });
});
