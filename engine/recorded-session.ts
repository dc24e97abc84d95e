import { join } from 'node:path';
import { type EvidenceWriter, writeEvidence } from './evidence/har-file.ts';
import { openSession, type SessionInput } from './session.ts';

/** Writes the evidence to `exchanges.har` in the folder `out`. */
export function openRecorded(
  out: string,
  input: Omit<SessionInput, 'openEvidence' | 'isEvidenceFull'>,
) {
  let evidence: EvidenceWriter | undefined;
  const session = openSession({
    ...input,
    openEvidence: (record) => {
      evidence = writeEvidence(join(out, 'exchanges.har'), input.version, record);
      return evidence.write;
    },
    isEvidenceFull: () => evidence?.isFull() === true,
  });
  /** Resolves to the SHA-256 of the file in hex. */
  const endEvidence = () => {
    if (!evidence) throw new Error('the session opened no evidence');
    return evidence.end();
  };
  return { session, endEvidence };
}
