import { numeral } from '../counted.ts';

/** Returns the beginning of a string, which takes at most `bytes` bytes of the page. */
export function clip(text: string, bytes: number): string {
  let [spent, end] = [0, 0];
  for (const character of text) {
    spent += bytesOf(character);
    if (spent > bytes) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** The bytes that a character takes in the page: in UTF-8, and escaped. */
function bytesOf(character: string) {
  if (character === '"') return 6;
  if (character === '&') return 5;
  if (character === '<') return 4;
  return Buffer.byteLength(character);
}

/** Divides the bytes among `count` entries, within the bounds `least` and `most` for each. */
export const share = (bytes: number, count: number, least: number, most: number): number =>
  Math.max(least, Math.min(most, Math.floor(bytes / Math.max(1, count))));

export function Clipped({ text, bytes = 600 }: { text: string; bytes?: number }) {
  const beginning = clip(text, bytes);
  if (beginning.length === text.length) return <>{text}</>;
  return (
    <>
      {beginning}
      <Cut shown={beginning.length} of={text.length} />
    </>
  );
}

export function Cut({ shown, of }: { shown: number; of: number }) {
  return (
    <span class="cut">
      … {numeral(shown)} of {numeral(of)} characters
    </span>
  );
}
