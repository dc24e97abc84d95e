import { inResult } from '../finding.ts';
import { clip } from './clipped.tsx';

/** Shows a command with a copy button, or where it is if it is too long. */
export function Copyable({ label, text, bytes }: { label: string; text: string; bytes: number }) {
  const isWhole = clip(text, bytes).length === text.length;
  return (
    <div class="copyable">
      <h4>{label}</h4>
      {isWhole ? (
        <>
          <code>{text}</code>
          <button type="button" class="copy" hidden aria-label={`Copy ${label}`}>
            Copy
          </button>
        </>
      ) : (
        <p class="soft">{inResult}</p>
      )}
    </div>
  );
}
