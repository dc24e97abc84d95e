import { expect, test } from 'vitest';
import { judgeRecorded } from './judged.ts';
import { kept, recall } from './recording.ts';

test.each(kept())('%s has the same judgements as in the recorded run', async (name) => {
  const { evidence, judged } = recall(name);
  expect(await judgeRecorded(evidence)).toEqual(judged);
});
