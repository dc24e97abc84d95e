import { clip } from './clipped.tsx';

/** Shows a command with a copy button, or `instead` if the command is too long. */
export function Copyable({
  label,
  text,
  bytes,
  instead,
}: {
  readonly label: string;
  readonly text: string;
  readonly bytes: number;
  readonly instead: string;
}) {
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
        <p class="soft">{instead}</p>
      )}
    </div>
  );
}
