import { test } from 'vitest';

test('empty', ({ task }) => {
  task.meta.ranAt = performance.timeOrigin + performance.now();
});
