import { beforeAll, describe, expect, test } from 'vitest';
import type { Config } from '../../engine/config/config.ts';
import { startReference } from '../../fixtures/reference/index.ts';
import {
  type Certified,
  certifyTarget,
  configFor,
  fullConfigFor,
  outcomeLines,
  type ReferenceFacts,
  withOutcome,
} from '../engine/session/in-process.ts';
import { simulate } from '../simulation/simulate.ts';
import { corpus, type Recorded } from './corpus.ts';
import { judgeRecorded } from './judged.ts';
import { forget, keep } from './recording.ts';

/** A run with at most this many requests is small. */
const small = 500;

beforeAll(forget);

describe('is recorded, and judging the recording has the outcomes of the live run', () => {
  test.each(corpus.map((recorded) => [recorded.name, recorded] as const))(
    '%s',
    async (name, recorded) => {
      const { result, evidence } = await firstFound(recorded);
      if (recorded.ifSmall && evidence.exchanges.size > small) return;
      const judged = await judgeRecorded(evidence);
      keep(name, evidence, judged);
      expect(judged.outcomes).toEqual(outcomeLines(result));
      expect(judged.harnessErrors).toEqual([]);
      expect(judged.askedOtherwise).toEqual([]);
    },
  );
});

async function firstFound(recorded: Recorded): Promise<Certified> {
  const { tries, finds } = recorded;
  for (const changes of tries) {
    const certified = await run(recorded, changes);
    if (finds === undefined || withOutcome(certified.result, 'fail', 'warn').includes(finds))
      return certified;
  }
  throw new Error(`nothing shows ${finds}`);
}

async function run(
  { full, bare, compose = (parts) => parts, over }: Recorded,
  changes: Partial<Config>,
) {
  const configured = (server: ReferenceFacts, given: Partial<Config>) => {
    const config = (full ? fullConfigFor : configFor)(server, given);
    return bare ? bareOf(config) : config;
  };
  if (over !== 'socket') return simulate({ config: changes, configured, compose });
  const reference = await startReference({ compose });
  try {
    return await certifyTarget(configured(reference, changes));
  } finally {
    await reference.close();
  }
}

function bareOf(config: Config): Config {
  const { clients, users } = config;
  const only = { ...(clients.scoped ? { scoped: clients.scoped } : {}) };
  return {
    ...config,
    clients: only,
    tokens: {},
    users: { first: users.first, sameLanguage: false },
  };
}
