import { findingsText } from '../../reports/finding-text.ts';
import { limitsOf } from '../../reports/limits.ts';
import { plain } from '../../reports/plain.ts';
import { verdictReasons } from '../../reports/verdict-reasons.ts';
import { type Registering, registerConformance } from '../../suites/adapter.ts';
import type { HarnessConfig } from '../config/file-config.ts';
import { catalogue, defined, openRecorded, type Session } from '../engine.ts';
import type { PreparedRun } from '../prepare-run.ts';
import { readResult } from '../result-folder.ts';
import { startQuietly } from './started.ts';

export async function registerSuites(config: HarnessConfig, vitest: Registering): Promise<void> {
  // No Allure view: it needs a second vitest, and vitest cannot run inside vitest.
  const started = await startQuietly(config, false);
  const { run, close } = started;
  let concluded: Promise<void> | undefined;
  let read: ReturnType<typeof readResult> | undefined;
  registerConformance(
    {
      strict: run.config.strict,
      open: (hooks) => {
        const { session, endEvidence } = openRecorded(run.out, { ...run, ...hooks, catalogue });
        concluded = conclude(session, endEvidence, started);
        // The verdict's test reports a rejection.
        concluded.catch(() => {});
        return session;
      },
      explain: async (requirement, endpoint) => {
        await concluded;
        read ??= readResult(run.out);
        return findingsText(await read, requirement, endpoint, run.out);
      },
      printable: plain,
      finish: () => (concluded ?? Promise.resolve()).finally(close),
    },
    vitest,
  );
  // Requirements that could not be assessed are skipped, and skipped tests do not fail.
  vitest.test('the verdict', { timeout: 0 }, async () => {
    await concluded;
    const result = await readResult(run.out);
    if (result.verdict !== 'conformant') {
      throw new Error(
        `${result.verdict}: ${verdictReasons(result).join(', ')} (${limitsOf(result)})`,
      );
    }
  });
}

async function conclude(
  session: Session,
  endEvidence: () => Promise<string>,
  started: PreparedRun,
) {
  const part = await session.part.catch((error: unknown) =>
    endEvidence().then(() => Promise.reject(error)),
  );
  const evidenceSha256 = await endEvidence();
  await started.conclude({
    left: { part, evidenceSha256, ...defined({ stopped: session.stopped() }) },
  });
}
