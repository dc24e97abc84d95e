import { readFile, writeFile } from 'node:fs/promises';

/** What the Allure view knows of former runs. That of masked runs is another: nothing of the others may get into it. */
export const history = 'allure-history.jsonl';
export const maskedHistory = 'allure-history-masked.jsonl';

/**
 * Leaves of a history what Allure can read, without the line of that run: a run whose page is made again is no other
 * run. A line that is no JSON would end the whole process from within Allure.
 */
export async function keepHistory(file: string, runId: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => '');
  if (text === '') return;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const kept = lines.filter((line) => isOfOtherRun(line, runId));
  if (kept.length < lines.length) await writeFile(file, kept.map((line) => `${line}\n`).join(''));
}

function isOfOtherRun(line: string, runId: string): boolean {
  try {
    const point: unknown = JSON.parse(line);
    return (
      typeof point === 'object' && point !== null && 'testResults' in point && 'uuid' in point && point.uuid !== runId
    );
  } catch {
    return false;
  }
}
