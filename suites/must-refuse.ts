import { type Answered, fail, refusedOr } from '../engine/index.ts';

export const refusal = 'a refusal with a 4xx status';

export const mustRefuse = (what: string) => ({
  causes: { accepted: { title: `${what} is accepted`, expected: refusal } },
  judge: (answered: Answered) => refusedOr(answered, fail('accepted')),
});
