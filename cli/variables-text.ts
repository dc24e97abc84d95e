import { describeVariables } from '../engine/config/describe-variables.ts';

/** The variables that no option overrides, for the help of `run`; options name theirs themselves. */
export function variablesText(): string {
  const others = describeVariables().filter(({ flag }) => flag === undefined);
  const width = Math.max(...others.map(({ name }) => name.length));
  return others.map(({ name, meaning }) => `  ${name.padEnd(width)}  ${meaning}`).join('\n');
}
