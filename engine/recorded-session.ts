import { join } from 'node:path';
import { type EvidenceWriter, writeEvidence } from './evidence/har-file.ts';
import { openSession, type Session, type SessionInput } from './session.ts';

/** A session whose exchanges are written to a file as they come. */
export interface RecordedSession {
  readonly session: Session;
  /** Completes the file, once the session has ended. */
  readonly endEvidence: () => Promise<void>;
}

/** Opens a session that writes its evidence to `exchanges.har` in that folder. */
export function openRecorded(
  out: string,
  input: Omit<SessionInput, 'openEvidence' | 'isEvidenceFull'>,
): RecordedSession {
  let evidence: EvidenceWriter | undefined;
  const session = openSession({
    ...input,
    openEvidence: (record) => {
      evidence = writeEvidence(join(out, 'exchanges.har'), input.version, record);
      return evidence.write;
    },
    isEvidenceFull: () => evidence?.isFull() === true,
  });
  return { session, endEvidence: async () => evidence?.end() };
}
