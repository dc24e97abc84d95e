import { createHash } from 'node:crypto';

/** What the policy follows, so that it comes before everything that it governs. */
const charset = '<meta charset="utf-8">';

/** Opens the conformance report beside the page, where its address is clicked on. */
const openReport = `addEventListener('click', ({ target }) => {
  const address = target instanceof Element ? target.textContent : '';
  if (/^\\.\\.\\/index\\.html#[\\w./%-]+$/.test(address)) open(address, '_blank', 'noopener');
});`;

/**
 * The page without what asks the network, and with a policy that lets nothing run but the scripts that are in it.
 * Allure loads an analytics service in every page, without a way to turn that off.
 */
export function hardenPage(html: string): string {
  const codes: string[] = [];
  const page = html.replace(/<script\b([^>]*)>([\s\S]*?)<\/script>/g, (_whole, attributes: string, text: string) => {
    const source = /\bsrc="([^"]*)"/.exec(attributes)?.[1];
    const code = source === undefined ? text : codeOf(source);
    if (code === undefined || (source === undefined && code.includes('gtag('))) return '';
    codes.push(code);
    return `<script>${code}</script>`;
  });
  if (!page.includes(charset)) throw new Error('the page of this version of Allure has another form');
  const hashes = [openReport, ...codes].map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
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
  const head = `${charset}\n<meta http-equiv="Content-Security-Policy" content="${policy}">\n<script>${openReport}</script>`;
  return page.replace(charset, () => head);
}

/** The code of a `data:` URL; undefined for any other source. */
function codeOf(source: string): string | undefined {
  const base64 = /^data:text\/javascript;base64,(.*)$/s.exec(source)?.[1];
  if (base64 === undefined) return undefined;
  // An element of text ends at its first end tag, also within a string of the code.
  return Buffer.from(base64, 'base64')
    .toString('utf8')
    .replaceAll('</script', '<\\/script')
    .replaceAll('<!--', '<\\!--');
}
