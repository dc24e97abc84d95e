import { expect, test } from 'vitest';
import { judgeRecorded } from './judged.ts';
import { kept, recall } from './recording.ts';

test.each(kept())('%s is judged as it was when it was recorded', async (name) => {
  const { evidence, judged } = recall(name);
  expect(await judgeRecorded(evidence)).toEqual(judged);
});
