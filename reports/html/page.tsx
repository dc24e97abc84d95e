import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { SignShapes } from './outcome.tsx';

export type Page = Readonly<{
  title: string;
  style: 'report.css' | 'registry.css';
  script?: 'report.js';
  /** A data URL. */
  icon?: string;
  /** What the page is about, for the link to it. */
  of: string;
  header?: ComponentChildren;
  children: ComponentChildren;
  footer: ComponentChildren;
}>;

/**
 * Renders a self-contained page. It loads nothing, and its content security policy allows only its
 * own style and script, by their hashes. Only these two are not escaped.
 */
export function renderPage(content: Page): string {
  const { title, style, script, icon = 'data:,', of, header, children, footer } = content;
  const css = `${textOf('theme.css')}${textOf(style)}`;
  const code = script && textOf(script);
  const policy = [
    "default-src 'none'",
    `style-src ${hashed(css)}`,
    ...(code ? [`script-src ${hashed(code)}`] : []),
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
        <style dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the {of}
        </a>
        <SignShapes />
        {header && <header class="top">{header}</header>}
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <footer>
          <p>{footer}</p>
        </footer>
        {code && <script type="module" dangerouslySetInnerHTML={{ __html: code }} />}
      </body>
    </html>
  );
  return `<!DOCTYPE html>\n${renderToString(page)}\n`;
}

/** Reads a style or script, without indentation. The bundle has the same folder beside its code. */
const textOf = (file: string) =>
  readFileSync(new URL(`static/${file}`, import.meta.url), 'utf8').replace(/\n\s+/g, '\n');

const hashed = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
