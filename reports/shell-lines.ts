import type { Failure } from '../engine/result.ts';

const command = 'npx --no -- m2m-conformance';

/** The shell variables of curl lines, and the commands that print their values. */
const tokens = [
  ['TOKEN', `${command} token`],
  ['UNSCOPED_TOKEN', `${command} token --unscoped`],
] as const;

export const tokenLines = (failures: readonly Pick<Failure, 'variables'>[]): readonly string[] =>
  tokens
    .filter(([name]) => failures.some(({ variables }) => variables?.includes(name)))
    .map(([name, printing]) => `export ${name}=$(${printing})`);

export function replayLine(folder: string, nth: number): string {
  const word = /^[\w./-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", "'\\''")}'`;
  return `${command} replay ${word} --failure ${nth}`;
}
