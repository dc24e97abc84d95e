import { describe, expect, test } from 'vitest';
import { valueText } from '../../../engine/index.ts';
import { conditions } from '../../../suites/every-endpoint/auth-missing.ts';
import { withHeaders } from '../answered.ts';

describe('conditional requests', () => {
  const [tag, date] = ['W/"a-1"', 'Tue, 01 Jul 2025 08:00:00 GMT'];

  test.each<[Readonly<Record<string, string>>, readonly string[]]>([
    [{ ETag: tag, 'Last-Modified': date }, ['*', tag, date]],
    [{ ETag: '"{{token:scoped}}"', 'Last-Modified': 'yesterday' }, ['*']],
    [{ ETag: '"\u00e9"' }, ['*']],
    [{ ETag: '""' }, ['*', '""']],
  ])('repeat the validators of the control that a request can contain: %j', (headers, values) => {
    expect(conditions(withHeaders(headers)).map(([, value]) => valueText(value))).toEqual(values);
    expect(conditions(undefined)).toEqual([['If-None-Match', '*']]);
  });
});
