import { recordedConfig } from '../../engine/config/planned-config.ts';
import type { Evidence, RunRecord } from '../../engine/evidence/har-file.ts';
import { keyText } from '../../engine/exchange/key.ts';
import { storeRequest } from '../../engine/exchange/stored-request.ts';
import { replayAttempts } from '../../engine/judge.ts';
import { assemble } from '../../engine/outcome/assemble.ts';
import type { Part } from '../../engine/outcome/part.ts';
import { startRun } from '../../engine/run/run.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { isOfTheWire } from '../of-the-wire.ts';

/** The outcome of judging, without messages. */
export interface Judged {
  readonly outcomes: readonly string[];
  readonly tallies: readonly string[];
  readonly findings: readonly string[];
  readonly harnessErrors: readonly string[];
  /** Keys of requests that differ from the recording. */
  readonly askedOtherwise: readonly string[];
}

/**
 * Judges recorded exchanges as the command `judge` does, and compares the requests with the
 * recording.
 */
export async function judgeRecorded({ record, exchanges }: Evidence): Promise<Judged> {
  const replay = replayAttempts(exchanges);
  const asked = new Set<string>();
  const askedOtherwise: string[] = [];
  const part = await startRun({
    catalogue,
    config: recordedConfig(record.plan),
    runId: record.run.id,
    attempts: {
      ...replay,
      once: (key, request, proof, fresh) => {
        const text = keyText(key);
        asked.add(text);
        const recorded = exchanges.get(text);
        // Repetitions after a timeout may be missing in the recording.
        const isOther = recorded ? same(recorded.request) !== same(request) : key.attempt === 0;
        if (isOther) askedOtherwise.push(text);
        return replay.once(key, request, proof, fresh);
      },
    },
    givenTokens: record.givenTokens,
    values: record.plan.values,
    nameGuide: () => {},
  }).part;
  for (const text of exchanges.keys()) {
    const key = asked.has(text) ? undefined : exchanges.get(text)?.key;
    // A replay does not look for a ban again.
    if (key && !isOfTheWire(key) && key.step !== 'still-served')
      askedOtherwise.push(`not asked: ${text}`);
  }
  return {
    ...judgedOf(part),
    outcomes: outcomesOf(record, part),
    askedOtherwise: askedOtherwise.sort(),
  };
}

/** Whatever the order of its members. */
const same = (request: Parameters<typeof storeRequest>[0]) =>
  JSON.stringify(Object.entries(storeRequest(request)).sort());

function judgedOf({
  tallies,
  findings,
  harnessErrors,
}: Part): Omit<Judged, 'outcomes' | 'askedOtherwise'> {
  return {
    tallies: Object.values(tallies).map(
      ({
        requirement,
        endpoint,
        held,
        violated,
        observed,
        unanswered,
        notRun,
        blocksNothing,
        sharedReason,
        values,
      }) =>
        [
          requirement,
          endpoint,
          ...[held, violated, observed, unanswered],
          ...[notRun !== undefined, blocksNothing ?? false, sharedReason ?? false],
          ...values,
        ].join(' | '),
    ),
    findings: Object.values(findings).map(({ requirement, endpoint, cause, count, reproduced }) =>
      [requirement, endpoint, cause, count, reproduced.times, reproduced.of].join(' | '),
    ),
    harnessErrors: harnessErrors.map(({ where, message }) => `${where}: ${message}`),
  };
}

function outcomesOf({ plan, run }: RunRecord, part: Part): string[] {
  const harness = { name: 'm2m-conformance', version: 'test' };
  const { verdict, requirements } = assemble({
    catalogue,
    plan,
    part,
    harness,
    run: { ...run, durationMs: 0 },
  });
  return [verdict, ...requirements.map(({ id, outcome }) => `${id} ${outcome}`)];
}
