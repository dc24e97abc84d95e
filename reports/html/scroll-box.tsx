import type { ComponentChildren } from 'preact';

/** What may be wider or longer than its place scrolls there, also by keyboard, and never the page. */
export function ScrollBox({
  label,
  class: name,
  children,
}: {
  readonly label: string;
  readonly class: string;
  readonly children: ComponentChildren;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a tab stop the keyboard could not scroll it
    <div class={`scroll ${name}`} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
