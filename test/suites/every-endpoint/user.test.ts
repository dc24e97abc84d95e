import { expect, test } from 'vitest';
import { emptyProfile } from '../../../engine/index.ts';
import { judgeMalformedStatus } from '../../../suites/every-endpoint/user.ts';
import { answered } from '../answered.ts';
import { boundTo } from '../asking.ts';

test.each([
  [{ kind: 'observed', value: '422' }, 422, undefined],
  [{ kind: 'pass' }, 422, 422],
  [{ kind: 'fail' }, 400, 422],
  [{ kind: 'inconclusive' }, 200, 422],
])('user/malformed-status: %j for %i if the profile pins %s', (expected, status, malformedUserStatus) => {
  const profile = { ...emptyProfile, ...(malformedUserStatus && { malformedUserStatus }) };
  expect(judgeMalformedStatus(answered({ status }), undefined, boundTo('cash', { profile }))).toMatchObject(expected);
});
