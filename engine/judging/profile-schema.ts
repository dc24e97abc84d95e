import { cause, fromTarget } from '../catalogue/cause.ts';
import type { Judgement } from '../catalogue/check.ts';
import type { Answered, Exchange } from '../exchange/exchange.ts';
import { conforms, problems } from '../schema/conforms.ts';
import { inconclusive, json, pass, whyNoJson } from './answer.ts';
import { fail } from './violation.ts';

const expected = 'a body that conforms to the schema in the profile';

export const profileSchemaCauses = {
  'no-content': { title: 'a response has no content', expected },
  'other-schema': cause<{ readonly problems: readonly string[] }>({
    title: 'a response does not conform to the schema in the profile',
    expected,
    actual: (facts) => facts.problems.join('; '),
  }),
};

/**
 * Lists at most four violations. One finding for all members, whose names the target may choose.
 * `sight` is the exchange that shows it.
 */
export function judgeByProfile(
  schema: object,
  answered: Answered,
  sight?: Exchange,
): Judgement<typeof profileSchemaCauses> {
  const parsed = json(answered);
  if ('error' in parsed) {
    return answered.answer.body.size > 0
      ? inconclusive(whyNoJson(parsed))
      : fail('no-content', {}, sight);
  }
  const [first] = problems(schema, parsed.value);
  if (!first) return pass();
  const said = fromTarget(conforms(schema, parsed.value).slice(0, 4));
  return fail('other-schema', { found: first.found, problems: said }, sight);
}
