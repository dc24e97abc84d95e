import type { HarnessConfig } from '../../engine/config/file-config.ts';
import { openRecorded } from '../../engine/recorded-session.ts';
import type { Session } from '../../engine/session.ts';
import { verdictReasons } from '../../reports/verdict-reasons.ts';
import { registerConformance } from '../../suites/adapter.ts';
import { catalogue } from '../../suites/catalogue.ts';
import type { Registering } from '../../suites/registering.ts';
import { readResult } from '../result-folder.ts';
import { type Started, startQuietly } from './started.ts';

/** Registers the conformance tests in the file of vitest that is being collected, and one for the verdict. */
export async function registerSuites(config: HarnessConfig, vitest: Registering): Promise<void> {
  // The Allure view is made by a vitest of its own, which cannot run inside another.
  const started = await startQuietly(config, false);
  const { run, close } = started;
  let concluded: Promise<void> | undefined;
  registerConformance(
    {
      strict: run.config.strict,
      open: (hooks) => {
        const { session, endEvidence } = openRecorded(run.out, { ...run, ...hooks, catalogue });
        concluded = conclude(session, endEvidence, started);
        // Whoever awaits it hears of it.
        concluded.catch(() => {});
        return session;
      },
      finish: () => (concluded ?? Promise.resolve()).finally(close),
    },
    vitest,
  );
  // What could not be assessed is skipped, and vitest takes tests that are skipped for passed.
  vitest.test('the verdict', { timeout: 0 }, async () => {
    await concluded;
    const result = await readResult(run.out);
    if (result.verdict !== 'conformant') throw new Error(`${result.verdict}: ${verdictReasons(result).join(', ')}`);
  });
}

async function conclude(session: Session, endEvidence: () => Promise<string>, started: Started): Promise<void> {
  const part = await session.part;
  const evidenceSha256 = await endEvidence();
  const stopped = session.stopped();
  await started.conclude({ left: { part, evidenceSha256, ...(stopped === undefined ? {} : { stopped }) } });
}
