import type { Hostile } from '../../fixtures/hostile/index.ts';
import type { Attempt } from './attempt.ts';

/** Seconds beyond the deadline, for what comes before the first request and after the last. */
export const slackS = 2;
const mostBytes = 400 * 1024 * 1024;
export const overMemory = 'over 400 MB';
/** Of evidence and reports together. */
const mostWritten = 600 * 1024 * 1024;
const exitOf: Readonly<Record<string, number>> = { conformant: 0, 'non-conformant': 1, inconclusive: 3 };

/** What is out of bounds; nothing where all is well. A machine that does other things as well is given more slack. */
export function outOfBounds({ expected }: Hostile, attempt: Attempt, slack = slackS): string[] {
  const { deadline, exit, leaks, peakBytes, result, seconds, seen, stderr, stdout } = attempt;
  const problems: string[] = [];
  const report = (isSo: boolean, problem: string) => isSo && problems.push(problem);
  report(exit === null, 'killed');
  report(seconds > deadline + slack, `over its deadline of ${deadline} s`);
  report(peakBytes > mostBytes, overMemory);
  report(attempt.bytes > mostWritten, 'wrote over 600 MB');
  report(exit !== null && !expected.exit.includes(exit), `exit ${exit}`);
  if (expected.verdict === 'none') report(result !== undefined, 'a result where none is due');
  else if (!result) problems.push('no result');
  else {
    report(!expected.verdict.includes(result.verdict), result.verdict);
    report(exit !== null && exitOf[result.verdict] !== exit, `exit ${exit} beside ${result.verdict}`);
    report(result.harnessErrors.length > 0, 'harness errors');
  }
  report(/^ +at /m.test(stderr) || /^ +at /m.test(stdout), 'a stack trace');
  // Besides, this is what makes a CI system obey a line of a log.
  report(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.test(stdout + stderr), 'control characters');
  report(/^(::|##\[)/m.test(stdout + stderr), 'a workflow command');
  report(leaks.length > 0, `a secret in ${leaks.join(', ')}`);
  report((seen?.injected ?? 0) > 0, 'sent a header of the target');
  report((seen?.elsewhere.requests ?? 0) > 0, 'went elsewhere');
  return problems;
}
