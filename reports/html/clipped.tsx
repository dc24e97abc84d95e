import { numeral } from '../counted.ts';

/** The beginning of a text, as much of it as takes so many bytes of a page. */
export function clip(text: string, bytes: number): string {
  let [spent, end] = [0, 0];
  for (const character of text) {
    spent += bytesOf(character);
    if (spent > bytes) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** In UTF-8, and escaped. */
function bytesOf(character: string): number {
  if (character === '"') return 6;
  if (character === '&') return 5;
  if (character === '<') return 4;
  return Buffer.byteLength(character);
}

/** What each of so many may take of the bytes that are there for all. */
export function share(bytes: number, count: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, Math.floor(bytes / Math.max(1, count))));
}

/** A text of the target or of its operator, cut where it is too long, which it then says. */
export function Clipped({ text, bytes = 600 }: { readonly text: string; readonly bytes?: number }) {
  const beginning = clip(text, bytes);
  if (beginning.length === text.length) return <>{text}</>;
  return (
    <>
      {beginning}
      <Cut shown={beginning.length} of={text.length} />
    </>
  );
}

/** Says how much of a text is shown. */
export function Cut({ shown, of }: { readonly shown: number; readonly of: number }) {
  return (
    <span class="cut">
      … {numeral(shown)} of {numeral(of)} characters
    </span>
  );
}
