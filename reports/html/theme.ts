/**
 * The styles of every page: colours by meaning, light and dark, fonts, links, tables, focus, print.
 */
export const theme = `
:root {
  color-scheme: light dark;
  --page: #f5f6f8; --paper: #ffffff; --ink: #15181c; --soft: #545c66; --line: #d9dee5; --faint: #eef0f3;
  --link: #0a559e; --mark: #ffe9a8; --mark-ink: #15181c;
  --pass: #17652f; --pass-tint: #e2f2e6; --pass-fill: #3d9a5b;
  --fail: #ab1220; --fail-tint: #fce5e5; --fail-fill: #c4202d;
  --warn: #784b00; --warn-tint: #fcecc7; --warn-fill: #e0a018;
  --observed: #235a8c; --observed-tint: #e3edf7; --observed-fill: #6fa3d6;
  --inconclusive: #663a9c; --inconclusive-tint: #efe6f9; --inconclusive-fill: #9a72cc;
  --not-run: #545c66; --not-run-tint: #e9ecf0; --not-run-fill: #a9b2bd;
  --text: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif;
  --mono: ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --page: #0e1114; --paper: #161a1f; --ink: #e7eaee; --soft: #a5afba; --line: #2d343c; --faint: #1f252b;
    --link: #84baf5; --mark: #5c4a12; --mark-ink: #fff3cf;
    --pass: #82d49a; --pass-tint: #14301e; --pass-fill: #3d9a5b;
    --fail: #ff9a9a; --fail-tint: #45161a; --fail-fill: #d33e48;
    --warn: #f2c463; --warn-tint: #3a2b0b; --warn-fill: #cf9420;
    --observed: #97c4ef; --observed-tint: #162a3e; --observed-fill: #4f86bd;
    --inconclusive: #cfb0f5; --inconclusive-tint: #2f1f45; --inconclusive-fill: #8a62bd;
    --not-run: #a5afba; --not-run-tint: #242b32; --not-run-fill: #5b6570;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--ink); font: 0.9375rem/1.5 var(--text); }
main, .top, footer { max-width: 84rem; margin-inline: auto; padding-inline: clamp(0.75rem, 2vw, 1.75rem); }
[tabindex='-1']:focus { outline: none; }
h1, h2, h3, h4, p, ul, dl, dd { margin: 0; }
h2 { font-size: 1.375rem; line-height: 1.25; font-weight: 650; letter-spacing: -0.01em; }
h3 { font-size: 1.0625rem; line-height: 1.35; font-weight: 620; }
h4 { font-size: 0.9375rem; line-height: 1.4; font-weight: 620; }
code, pre { font-family: var(--mono); font-size: 0.9em; overflow-wrap: anywhere; }
a { color: var(--link); text-underline-offset: 0.15em; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
abbr { text-decoration: none; }
mark { background: var(--mark); color: var(--mark-ink); border-radius: 2px; }
button, select, input { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: 5px; padding: 0.2rem 0.55rem; min-height: 1.9rem; max-width: 100%; }
button { cursor: pointer; }
button:hover { background: var(--faint); }
summary { cursor: pointer; }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem; }
th { text-align: start; font-weight: 500; }
thead th { font-size: 0.8125rem; color: var(--soft); font-weight: 500; }
th, td { padding: 0.3rem 0.6rem 0.3rem 0; vertical-align: baseline; }
ul { padding: 0; list-style: none; }
ul.plain { padding-inline-start: 1.1rem; list-style: disc; overflow-wrap: anywhere; }
.scroll { position: relative; overflow: auto; max-width: 100%; }
.soft, .cut { color: var(--soft); }
.small { font-size: 0.8125rem; }
.cut { font-style: italic; font-family: var(--text); }
.count { color: var(--soft); font-weight: 400; font-variant-numeric: tabular-nums; }
.unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; inset-inline-start: 0.75rem; top: -4rem; z-index: 9; background: var(--paper); padding: 0.5rem 0.9rem; border-radius: 0 0 6px 6px; }
.skip:focus { top: 0; }
.shapes { position: absolute; width: 0; height: 0; }
.sign { width: 1em; height: 1em; flex: none; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.chip { display: inline-flex; align-items: center; gap: 0.3em; padding: 0.05rem 0.5rem 0.05rem 0.35rem; border-radius: 999px; font-size: 0.8125rem; white-space: nowrap; }
.tone-pass { color: var(--pass); background: var(--pass-tint); }
.tone-fail { color: var(--fail); background: var(--fail-tint); }
.tone-warn { color: var(--warn); background: var(--warn-tint); }
.tone-observed { color: var(--observed); background: var(--observed-tint); }
.tone-inconclusive { color: var(--inconclusive); background: var(--inconclusive-tint); }
.tone-not-run, .tone-waived { color: var(--not-run); background: var(--not-run-tint); }
.top { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; align-items: baseline; justify-content: space-between; padding-block: 0.7rem; }
.top p { font-weight: 620; }
.top ul { display: flex; flex-wrap: wrap; gap: 0.15rem 1.1rem; }
.top li a { display: inline-block; padding-block: 0.15rem; }
footer { padding-block: 1.5rem 2.5rem; color: var(--soft); font-size: 0.8125rem; }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media (forced-colors: active) { .chip, .cell { border: 1px solid; } mark { forced-color-adjust: none; } }
@media print {
  @page { margin: 14mm; }
  :root { color-scheme: light; --page: #ffffff; }
  body { font-size: 9pt; line-height: 1.4; }
  main, .top, footer { max-width: none; padding-inline: 0; }
  nav, .skip, button { display: none !important; }
  a { color: inherit; }
  .scroll { overflow: visible; max-height: none !important; }
  details::details-content { display: block; content-visibility: visible; height: auto; }
  summary { list-style: none; }
  tr, .side { break-inside: avoid; }
  h2, h3, h4, summary { break-after: avoid; }
  .chip, .cell, mark, rect, [class*='tone-'] { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
