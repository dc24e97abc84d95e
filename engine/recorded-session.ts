import { join } from 'node:path';
import { type EvidenceWriter, writeEvidence } from './evidence/har-file.ts';
import { openSession, type Session, type SessionInput } from './session.ts';

/** A session that writes its exchanges to a file when they end. */
export interface RecordedSession {
  readonly session: Session;
  /** Completes the file after the session has ended. Resolves to its SHA-256 in hex. */
  readonly endEvidence: () => Promise<string>;
}

/** Opens a session that writes its evidence to `exchanges.har` in the folder `out`. */
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
  const endEvidence = () => {
    if (!evidence) throw new Error('the session opened no evidence');
    return evidence.end();
  };
  return { session, endEvidence };
}
