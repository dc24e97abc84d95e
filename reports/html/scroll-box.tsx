import type { ComponentChildren } from 'preact';

/** Wraps content that may be too large. The box scrolls, also by keyboard; the page does not. */
export function ScrollBox({
  label,
  class: name,
  children,
}: {
  label: string;
  class: string;
  children: ComponentChildren;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls
    // biome-ignore lint/a11y/noNoninteractiveTabindex: for scrolling by keyboard
    <div class={`scroll ${name}`} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}

export function Headings({ of }: { of: readonly string[] }) {
  return (
    <>
      {of.map((words) => (
        <th key={words} scope="col">
          {words}
        </th>
      ))}
    </>
  );
}
