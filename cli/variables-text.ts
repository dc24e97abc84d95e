import { describeVariables } from './config/describe-variables.ts';

/**
 * Lists the variables without an option, for the help of `run`. The help of an option names its
 * variable.
 */
export function variablesText(): string {
  const others = describeVariables().filter(({ flag }) => flag === undefined);
  const width = Math.max(...others.map(({ name }) => name.length));
  return others.map(({ name, meaning }) => `  ${name.padEnd(width)}  ${meaning}`).join('\n');
}
