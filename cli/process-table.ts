import { readFileSync } from 'node:fs';

type ProcessEntry = Readonly<{
  parent: number;
  /** A shell without job control starts all its commands in its own. */
  group: number;
  session: number;
  /** Clock ticks since the machine started. Two processes with the same id differ in it. */
  started: string;
  /** Whether it has ended, but its parent has not noticed yet. */
  hasEnded: boolean;
}>;

/** Undefined if there is no such process, or no /proc. */
export function findProcess(pid: number): ProcessEntry | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // The name of the program is in parentheses and may contain anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state = '', parent, group, session] = fields;
  return {
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    started: fields[19] ?? '',
    hasEnded: state === 'Z' || state === 'X',
  };
}
