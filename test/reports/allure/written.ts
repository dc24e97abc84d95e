import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Result } from '../../../engine/result.ts';
import { writeAllureResults } from '../../../reports/allure/results.ts';
import { placeWords } from '../../../reports/html/places.ts';

export interface AllureTest {
  readonly name: string;
  readonly fullName: string;
  readonly status: string;
  readonly statusDetails: { readonly message?: string; readonly trace?: string };
  readonly historyId: string;
  readonly testCaseId: string;
  readonly start: number;
  readonly labels: readonly { readonly name: string; readonly value: string }[];
  readonly links: readonly { readonly url: string }[];
  readonly parameters: readonly {
    readonly name: string;
    readonly value: string;
    readonly excluded: boolean;
  }[];
  readonly steps: readonly {
    readonly name: string;
    readonly status: string;
    readonly attachments: readonly {
      readonly name: string;
      readonly type: string;
      readonly source: string;
    }[];
  }[];
}

export interface Written {
  readonly files: ReadonlyMap<string, string>;
  /** Tests by the requirement and endpoint in their labels. */
  readonly tests: ReadonlyMap<string, AllureTest>;
}

/** Writes the Allure results and reads them. */
export async function written(result: Result): Promise<Written> {
  const folder = mkdtempSync(join(tmpdir(), 'm2m-allure-'));
  await writeAllureResults(result, folder);
  const files = new Map(
    readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  );
  rmSync(folder, { recursive: true });
  const tests = [...files]
    .filter(([file]) => file.endsWith('-result.json'))
    .map(([, text]) => JSON.parse(text) as AllureTest);
  return {
    files,
    tests: new Map(tests.map((one) => [`${label(one, 'story')}|${endpointOf(one)}`, one])),
  };
}

function endpointOf(one: AllureTest): string | undefined {
  const named = label(one, 'feature');
  return ['(run)', 'POST {auth_url}'].find((endpoint) => placeWords(endpoint) === named) ?? named;
}

export function label({ labels }: AllureTest, name: string): string | undefined {
  return labels.find((one) => one.name === name)?.value;
}
