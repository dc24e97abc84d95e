import { describeVariables } from './config/describe-variables.ts';

/** The variables without an option. */
export function variablesText(): string {
  const others = describeVariables().filter(({ flag }) => flag === undefined);
  const width = Math.max(...others.map(({ name }) => name.length));
  return others.map(({ name, meaning }) => `  ${name.padEnd(width)}  ${meaning}`).join('\n');
}
