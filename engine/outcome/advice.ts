import type { Advice, Clue, FactValue, Told } from '../catalogue/cause.ts';
import { ifTheyFit } from './cause-words.ts';
import { clues, type Shown } from './clues.ts';

type Values = Readonly<Record<string, FactValue>>;
// biome-ignore lint/suspicious/noExplicitAny: only the cause knows its facts
type AnyAdvice = Advice<any>;

/**
 * What the finding supports comes first, what it refutes is left out, if it does not refute all.
 * `further` advice comes after the rest. Otherwise the order stays.
 */
export function byEvidence(
  advice: readonly AnyAdvice[],
  shown: Shown,
  facts: Values,
  further: readonly AnyAdvice[] = [],
): readonly Told[] {
  const weighed = [advice, further].flatMap((some) =>
    some
      .map((one) => {
        const said = (one.when ?? []).map((clue) => speaksFor(clue, shown, facts));
        const support = said.filter((is) => is === true).length;
        return { one, support, isRefuted: said.includes(false) };
      })
      .sort((first, other) => other.support - first.support),
  );
  const left = weighed.filter(({ isRefuted }) => !isRefuted);
  const told = left.length > 0 ? left : weighed;
  return told.map(({ one: { suspect, look } }) => ({ suspect, look }));
}

/** True if it supports the advice, false if it refutes it. */
function speaksFor(clue: NonNullable<AnyAdvice['when']>[number], shown: Shown, facts: Values) {
  if (typeof clue === 'function') return ifTheyFit(() => clue(facts));
  const isAgainst = clue.startsWith('!');
  const holds = clues[(isAgainst ? clue.slice(1) : clue) as Clue](shown);
  return holds ? !isAgainst : undefined;
}
