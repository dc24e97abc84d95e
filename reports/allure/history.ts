import { readFile, writeFile } from 'node:fs/promises';

/**
 * The files of Allure's history. Masked runs have a separate file, so that it contains no personal
 * data.
 */
export const history = 'allure-history.jsonl';
export const maskedHistory = 'allure-history-masked.jsonl';

/**
 * Removes lines of invalid JSON, with which Allure ends the process, and the line of this run,
 * which a page made again would list twice.
 */
export async function keepHistory(file: string, runId: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => '');
  if (text === '') return;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const kept = lines.filter((line) => isOfOtherRun(line, runId));
  if (kept.length < lines.length) await writeFile(file, kept.map((line) => `${line}\n`).join(''));
}

function isOfOtherRun(line: string, runId: string) {
  try {
    const point = JSON.parse(line);
    return point.testResults !== undefined && point.uuid !== undefined && point.uuid !== runId;
  } catch {
    return false;
  }
}
