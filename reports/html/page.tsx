import { createHash } from 'node:crypto';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { theme } from './theme.ts';

/**
 * The parts of a page. `style` and `script` are constants of this program. Only they are not
 * escaped.
 */
export interface Page {
  readonly title: string;
  readonly style?: string;
  readonly script?: string;
  /** A data URL. */
  readonly icon?: string;
  readonly body: ComponentChildren;
}

/**
 * Renders a self-contained page. It loads nothing, and its content security policy allows only its
 * own style and script, by their hashes.
 */
export function renderPage({ title, style = '', script, icon = 'data:,', body }: Page): string {
  const css = `${theme}${style}`;
  const policy = [
    "default-src 'none'",
    `style-src ${hashed(css)}`,
    ...(script === undefined ? [] : [`script-src ${hashed(script)}`]),
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>{title}</title>
        <link rel="icon" href={icon} />
        {/* Not escaped, because the hash in the policy is that of the unescaped text. */}
        <style dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body>
        {body}
        {script === undefined ? null : <script dangerouslySetInnerHTML={{ __html: script }} />}
      </body>
    </html>
  );
  return `<!DOCTYPE html>\n${renderToString(page)}\n`;
}

function hashed(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
