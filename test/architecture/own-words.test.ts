import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const folders = ['engine/outcome', 'reports', 'cli/replay'];

/** The files of these folders that contain a match outside of comments. */
function filesWith(pattern: RegExp): readonly string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(folder, file).replaceAll('\\', '/'),
      ),
    )
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => {
      const code = readFileSync(join(root, file), 'utf8');
      return pattern.test(code.replace(/\/\*\*.*?\*\/|^\s*\/\/[^\n]*/gms, ''));
    })
    .sort();
}

test('what explains, repeats and masks findings makes no sentences: it stores and prints them', () => {
  expect(filesWith(/\bsay`|\b(?:inList|ofWords)\(/)).toEqual(['engine/outcome/assemble.ts']);
});

/** The files that read text, by what it is. None reads a sentence of ours. */
const readers: Readonly<Record<string, readonly string[]>> = {
  'what the target sent': [
    'engine/outcome/clues.ts',
    'engine/outcome/failures.ts',
    'engine/outcome/same-cause.ts',
    'engine/outcome/time-in-id.ts',
    'reports/html/body-text.ts',
    'reports/masked-exchange.ts',
    'reports/masked-form.ts',
    'reports/masked-json.ts',
    'reports/masked-part.ts',
  ],
  'requests, and the symbols in them': [
    'engine/outcome/plainness.ts',
    'engine/outcome/traits.ts',
    'reports/in-words.ts',
    'cli/replay/replay-failure.ts',
  ],
  'what the operator configured': [
    'reports/coloured.ts',
    'reports/masked-profile.ts',
    'reports/masked.ts',
    'reports/registry/folder-name.ts',
    'reports/registry/recorded-run.ts',
  ],
  'ids, statuses, times, pointers, clues and counts': [
    'engine/outcome/advice.ts',
    'engine/outcome/finding.ts',
    'engine/outcome/separation.ts',
    'reports/console.ts',
    'reports/counted.ts',
    'reports/ctrf.ts',
    'reports/finding.ts',
    'reports/html/differences.ts',
    'reports/html/matrix.tsx',
    'reports/html/verdict.tsx',
    'reports/html/words.ts',
    'reports/junit.ts',
  ],
  'files and their names': [
    'reports/allure/harden-page.ts',
    'reports/allure/history.ts',
    'reports/allure/run-tests.ts',
    'reports/certificate/conversion.ts',
    'reports/html/page.tsx',
    'reports/own-vitest.ts',
    'reports/shell-lines.ts',
    'reports/registry/find-results.ts',
    'reports/registry/site-folder.ts',
  ],
  'any text, to escape, break or capitalise it': [
    'engine/outcome/curl.ts',
    'reports/badge.ts',
    'reports/html/visible.ts',
    'reports/log-commands.ts',
    'reports/markdown.ts',
    'reports/plain.ts',
    'reports/registry/parts.tsx',
    'reports/wrapped.ts',
  ],
};

test('nothing else reads text', () => {
  const expression =
    /(?:[(,=:[!&|?]|return)\s*\/(?![/*\s])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\n\\[])+\/[dgimsuvy]*|new RegExp\(/;
  const method = /\.(?:startsWith|endsWith|match|matchAll|search|split)\(|\.includes\(['"`]/;
  const reading = new RegExp(`${expression.source}|${method.source}`);
  expect(filesWith(reading)).toEqual(Object.values(readers).flat().sort());
});
