import { createHash } from 'node:crypto';

/** The policy is inserted after this tag, so that it precedes everything it applies to. */
const charset = '<meta charset="utf-8">';

/** The script that opens the conformance report if its URL is clicked. */
const openReport = `addEventListener('click', ({ target }) => {
  const address = target instanceof Element ? target.textContent : '';
  if (/^\\.\\.\\/index\\.html#[\\w./%-]+$/.test(address)) open(address, '_blank', 'noopener');
});`;

/**
 * Removes scripts that use the network from Allure's page, such as its analytics, and adds a policy
 * that allows only the remaining scripts.
 */
export function hardenPage(html: string): string {
  const codes: string[] = [];
  const page = html.replace(
    /<script\b([^>]*)>([\s\S]*?)<\/script>/g,
    (_whole, attributes: string, text: string) => {
      const source = /\bsrc="([^"]*)"/.exec(attributes)?.[1];
      const code = source === undefined ? text : codeOf(source);
      if (code === undefined || (source === undefined && code.includes('gtag('))) return '';
      codes.push(code);
      return `<script>${code}</script>`;
    },
  );
  if (!page.includes(charset))
    throw new Error('the page of this version of Allure has an unexpected form');
  const hashes = [openReport, ...codes].map(
    (code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
  const policy = [
    "default-src 'none'",
    `script-src ${hashes.join(' ')}`,
    "style-src 'unsafe-inline' data:",
    'img-src data: blob:',
    'font-src data:',
    'connect-src data: blob:',
    "base-uri 'self'",
    "form-action 'none'",
  ].join('; ');
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  const head = `${charset}\n${meta}\n<script>${openReport}</script>`;
  return page.replace(charset, () => head);
}

function codeOf(source: string) {
  const base64 = /^data:text\/javascript;base64,(.*)$/s.exec(source)?.[1];
  if (base64 === undefined) return undefined;
  // A script element ends at the first `</script`, also inside a string of the code.
  return Buffer.from(base64, 'base64')
    .toString('utf8')
    .replaceAll('</script', '<\\/script')
    .replaceAll('<!--', '<\\!--');
}
