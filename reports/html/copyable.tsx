import { clip } from './clipped.tsx';

/** A line to take along, with a button that the page's script brings to life. Half a command would be worse than none. */
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
