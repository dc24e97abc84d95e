/**
 * The styles of the conformance report alone: the first screen, the matrix, findings, requirements.
 */
export const reportStyle = `
html { scroll-padding-top: 6.5rem; }
main > section, .notes, search { margin-block-start: 2.25rem; }
main > .verdict { margin-block-start: 0; }
.verdict + section, .verdict + section + section { margin-block-start: 1.1rem; }
section > h2 { margin-block-end: 0.75rem; }
section > h3 { margin-block: 1.5rem 0.5rem; }
.lead { color: var(--soft); max-width: 46rem; margin-block-end: 1rem; }

.verdict, .matrix { background: var(--paper); border: 1px solid var(--line); border-radius: 10px; padding: 0.9rem 1.25rem; }
.verdict > header { display: flex; flex-wrap: wrap; align-items: center; gap: 0.2rem 1.25rem; margin: -0.9rem -1.25rem 0.7rem; padding: 0.7rem 1.25rem; border-radius: 9px 9px 0 0; }
.verdict h1 { display: flex; align-items: center; gap: 0.4em; margin: 0; font-size: 1.625rem; line-height: 1.15; font-weight: 680; letter-spacing: -0.02em; }
.verdict h1 .sign { stroke-width: 2.4; }
.why { font-size: 1.0625rem; line-height: 1.4; color: var(--ink); }
.in-short { max-width: 64rem; overflow-wrap: anywhere; }
.outcome-plot { display: block; width: 100%; height: 0.6rem; border-radius: 3px; overflow: hidden; }
.fill-pass { fill: var(--pass-fill); } .fill-fail { fill: var(--fail-fill); } .fill-warn { fill: var(--warn-fill); }
.fill-observed { fill: var(--observed-fill); } .fill-inconclusive { fill: var(--inconclusive-fill); } .fill-not-run { fill: var(--not-run-fill); }
.counts { display: grid; grid-template-columns: repeat(8, minmax(0, auto)); gap: 0.3rem; margin-block: 0.7rem; }
.facts-of-run { font-size: 0.875rem; }
.facts-of-run > summary { width: fit-content; max-width: 100%; overflow-wrap: anywhere; }
.facts-of-run > .facts { margin-block-start: 0.5rem; }
.obstacle { background: var(--inconclusive-tint); border-radius: 8px; padding: 0.7rem 1rem; margin-block-end: 0.75rem; font-size: 1.0625rem; overflow-wrap: anywhere; }
.counts a { display: flex; align-items: center; gap: 0.4em; padding: 0.15rem 0.6rem; border-radius: 6px; text-decoration: none; font-size: 0.8125rem; }
.counts a:hover { outline: 1px solid; }
.counts b { margin-inline-start: auto; font-size: 1rem; font-variant-numeric: tabular-nums; }
.tone-none { color: var(--soft); background: var(--faint); }
.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.3rem 0.9rem; font-size: 0.875rem; line-height: 1.4; overflow-wrap: anywhere; }
.facts dt { color: var(--soft); }
.facts b { font-weight: 620; }

.matrix h2 { font-size: 1.0625rem; margin-block-end: 0.4rem; }
.matrix table { font-size: 0.8125rem; }
.matrix th, .matrix td { padding: 1px 2px; vertical-align: middle; line-height: 1.3; }
.matrix thead th { padding-block-end: 0.25rem; font-size: 0.75rem; }
.matrix th.group { text-align: center; white-space: nowrap; }
.matrix th.area { padding-inline-end: 0.9rem; color: var(--soft); font-size: 0.75rem; white-space: nowrap; }
.matrix tbody th.area { vertical-align: top; padding-block-start: 0.36rem; }
.matrix .of { display: none; }
.matrix th.endpoint { padding-inline-end: 0.75rem; font-weight: 400; font-size: 0.75rem; }
.matrix th.endpoint code { display: block; max-width: 15rem; font-size: 1em; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.matrix tbody { border-block-start: 1px solid var(--line); }
.matrix .method { display: inline-block; min-width: 2.6rem; color: var(--soft); }
.cell { position: relative; display: flex; flex-wrap: wrap; align-items: center; align-content: center; justify-content: center; gap: 0 0.35em; min-height: 1.5rem; padding-inline: 0.35rem; white-space: nowrap; border-radius: 4px; text-decoration: none; font-size: 0.75rem; font-variant-numeric: tabular-nums; }
.cell span { display: inline-flex; align-items: center; gap: 0.3em; }
.cell:hover { outline: 2px solid; }
.cell.tone-fail { background: var(--fail-fill); color: #fff; font-weight: 650; }
.hint { display: none; margin-block-end: 0.4rem; }
.legend { display: flex; flex-wrap: wrap; align-items: center; gap: 0.3rem 0.5rem; margin-block-start: 0.6rem; font-size: 0.75rem; }
.legend .chip { font-size: 0.75rem; }

.notes { display: grid; gap: 0.5rem; margin-block-start: 1.25rem; }
.note { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.6rem; padding: 0.6rem 0.9rem; border-radius: 8px; overflow-wrap: anywhere; }
.note p { color: var(--ink); }
.note b { font-weight: 620; }
.note .sign { margin-block-start: 0.3em; }
.known { background: var(--paper); border: 1px solid var(--line); border-radius: 8px; padding: 0.6rem 0.9rem; }
.known h3, .beyond h3 { display: inline; margin-inline-end: 0.5rem; }

search { position: sticky; top: 0; z-index: 3; background: var(--page); border-block-end: 1px solid var(--line); margin-inline: -0.5rem; padding: 0.5rem; }
search[hidden] { display: none; }
search button[type='reset'] { visibility: hidden; }
search.active button[type='reset'] { visibility: visible; }
search form { display: flex; flex-wrap: wrap; gap: 0.4rem 0.6rem; align-items: end; }
search label { display: grid; font-size: 0.75rem; color: var(--soft); min-width: 6.5rem; flex: 1 1 6.5rem; }
search label.text { flex-basis: 11rem; }
search label > * { color: var(--ink); font-size: 0.875rem; width: 100%; }
search p { flex-basis: 100%; font-size: 0.8125rem; color: var(--soft); }
search p:empty { display: none; }

.cause { margin-block: 0.75rem; }
.finding { background: var(--paper); border: 1px solid var(--line); border-inline-start: 4px solid; border-radius: 8px; padding: 0.9rem 1.1rem; overflow-wrap: anywhere; }
.finding:not(:last-child) { border-end-start-radius: 0; border-end-end-radius: 0; }
.finding + .finding { margin-block-start: -1px; padding-block: 0.5rem; border-start-start-radius: 0; border-start-end-radius: 0; font-size: 0.875rem; }
:target.finding, :target.requirement { box-shadow: 0 0 0 2px var(--link); }
:target.finding, :target.requirement { position: relative; z-index: 1; }
.edge-fail { border-inline-start-color: var(--fail-fill); }
.edge-warn { border-inline-start-color: var(--warn-fill); }
.finding > header { display: flex; align-items: baseline; gap: 0.6rem; }
.finding > header h4 { flex: 1; font-size: 1.0625rem; line-height: 1.35; }
.nth { color: var(--soft); font-variant-numeric: tabular-nums; }
.rule { margin-block: 0.25rem 0.7rem; font-size: 0.875rem; }
.meta { margin-block-start: 0.3rem; }
.level { font-size: 0.8125rem; color: var(--soft); }
.finding .level { font-weight: 620; }
.sides { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0.75rem; margin-block: 0.5rem; }
.side { background: var(--faint); border-radius: 6px; padding: 0.5rem 0.75rem; }
.side dt { font-size: 0.75rem; color: var(--soft); }
.side dd { white-space: pre-wrap; }
.actual { box-shadow: inset 0 2px var(--fail-fill); }
.edge-warn .actual { box-shadow: inset 0 2px var(--warn-fill); }
.expected { box-shadow: inset 0 2px var(--pass-fill); }
.advice { border-inline-start: 3px solid var(--link); padding-inline-start: 0.75rem; margin-block: 0.6rem; max-width: 64rem; }
.finding b { font-weight: 620; }
.finding .places { margin-block: 0.5rem; }
.finding ol { margin-block: 0.3rem; padding-inline-start: 1.4rem; }
.finding details { margin-block-start: 0.6rem; }
.finding summary { color: var(--link); width: fit-content; }
.exchange { display: grid; grid-template: subgrid / minmax(0, 1fr); grid-row: span 3; align-content: start; }
.exchange:only-child { grid-template: auto / subgrid; grid-column: 1 / -1; }
.exchange h4 { grid-column: 1 / -1; }
.places { color: var(--soft); }
.places code { color: var(--ink); }
.places, .ids { display: flex; flex-wrap: wrap; gap: 0.25rem 0.9rem; font-size: 0.8125rem; overflow-wrap: anywhere; }
.message { background: var(--faint); border-radius: 6px; padding: 0.6rem 0.75rem; font: 0.8125rem/1.5 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; max-height: 26rem; margin-block-start: 0.2rem; }
.message b { font-weight: 600; }
.message .body { margin-block-start: 0.6rem; }
.message .differs { border-inline-start: 3px solid var(--warn-fill); margin-inline-start: -0.75rem; padding-inline-start: calc(0.75rem - 3px); }
.copyable { margin-block-start: 0.75rem; display: grid; grid-template-columns: minmax(0, 1fr) max-content; gap: 0.2rem 0.5rem; align-items: start; }
.copyable h4, .copyable p { grid-column: 1 / -1; }
.copyable code { background: var(--faint); border-radius: 6px; padding: 0.5rem 0.75rem; font-size: 0.8125rem; white-space: pre-wrap; }
.copyable button[hidden] { display: none; }

.area > header { display: grid; grid-template-columns: minmax(9rem, max-content) minmax(4rem, 14rem) max-content; gap: 0.9rem; align-items: center; margin-block: 1.5rem 0.4rem; }
.requirement { background: var(--paper); border: 1px solid var(--line); margin-block-start: -1px; }
.requirement > summary { display: grid; grid-template-columns: 7.75rem minmax(0, 1fr) max-content 5.5rem; gap: 0.25rem 0.9rem; align-items: baseline; padding: 0.45rem 0.9rem; list-style: none; overflow-wrap: anywhere; }
.requirement > summary::-webkit-details-marker { display: none; }
.requirement > summary:hover { background: var(--faint); }
.requirement > summary .chip { justify-self: start; }
.requirement[open] > summary { background: var(--faint); }
.requirement .id { display: block; font-size: 0.8125rem; color: var(--soft); }
.requirement .cases { text-align: end; font-size: 0.8125rem; color: var(--soft); font-variant-numeric: tabular-nums; }
.unclaimed > summary { border-inline-start: 3px dashed var(--not-run-fill); padding-inline-start: calc(0.9rem - 3px); }
.tag { margin-inline-start: 0.6rem; padding: 0 0.4rem; border: 1px solid var(--line); border-radius: 4px; font-size: 0.75rem; color: var(--soft); white-space: nowrap; }
.detail { display: grid; gap: 0.4rem; padding: 0.6rem 0.9rem 0.9rem; font-size: 0.875rem; overflow-wrap: anywhere; }
.detail .nth + .nth { margin-inline-start: 0.6rem; }
.outcomes > li { display: grid; grid-template-columns: 7.75rem minmax(0, 1fr); gap: 0.9rem; align-items: start; padding-block: 0.3rem; }
.outcomes .chip { justify-self: start; }

.observations { columns: 2; column-gap: 0.75rem; }
.observations article { break-inside: avoid; margin-block-end: 0.75rem; background: var(--paper); border: 1px solid var(--line); border-radius: 8px; padding: 0.8rem 1rem; overflow-wrap: anywhere; }
.observations h3 { font-size: 0.9375rem; }
.values { display: grid; gap: 0.5rem; margin-block-start: 0.5rem; }
.values dt { font: 0.8125rem/1.5 var(--mono); white-space: pre-wrap; background: var(--faint); border-radius: 5px; padding: 0.15rem 0.5rem; }
.values dd { padding: 0.2rem 0.5rem 0; }

.reason { display: grid; grid-template-columns: 7.75rem minmax(0, 1fr); gap: 0.9rem; align-items: start; padding-block: 0.6rem; border-block-start: 1px solid var(--line); overflow-wrap: anywhere; }
.reason .chip { justify-self: start; }
.beyond { margin-block-start: 1rem; }
.ids { margin-block-start: 0.25rem; }
.ids a { display: inline-block; padding-block: 0.2rem; }

.latency td { text-align: end; font-variant-numeric: tabular-nums; padding-inline-end: 1rem; white-space: nowrap; }
.latency thead th:not(:first-child) { text-align: end; padding-inline-end: 1rem; }
.latency .plot { padding-inline-end: 0; width: 20rem; }
.latency svg { display: block; }
.latency text { font: 11px var(--text); fill: var(--soft); }
.latency .tick { stroke: var(--line); }
.latency .range, .latency .longest { stroke: var(--soft); stroke-width: 1.5; }
.latency .most { stroke: var(--observed-fill); stroke-width: 6; }
.latency .median { fill: var(--ink); }
tbody tr { border-block-start: 1px solid var(--line); }
.matrix tbody tr { border: 0; }
.wide td, .wide th { overflow-wrap: normal; }
.wide th code { overflow-wrap: anywhere; }
.digest { overflow-wrap: anywhere; }

@media (max-width: 72rem) {
  .counts { grid-template-columns: repeat(4, minmax(0, 1fr)); }
  .hint { display: block; }
}
@media (max-width: 48rem), (max-height: 30rem) {
  search { position: static; }
}
@media (max-width: 48rem) {
  html { scroll-padding-top: 0.75rem; }
  .sides { grid-template-columns: minmax(0, 1fr); }
  .observations { columns: 1; }
  .verdict h1 { font-size: 1.5rem; }
  .counts { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .requirement > summary { grid-template-columns: max-content minmax(0, 1fr) max-content; }
  .requirement .title { grid-column: 1 / -1; grid-row: 2; }
  .requirement .cases { grid-column: 3; grid-row: 1; }
  .requirement .level { grid-row: 1; grid-column: 2; }
  .outcomes > li, .reason { grid-template-columns: minmax(0, 1fr); gap: 0.25rem; }
  .area > header { grid-template-columns: minmax(0, 1fr) max-content; }
  .area > header svg { grid-column: 1 / -1; grid-row: 2; }
  .matrix th.area { display: none; }
  .matrix th.endpoint { position: sticky; inset-inline-start: 0; background: var(--paper); font-size: 0.6875rem; padding-inline-end: 0.4rem; }
  .matrix th.endpoint code { width: 7.5rem; white-space: normal; }
  .matrix .dot { display: none; }
  .cell { padding-inline: 0.25rem; font-size: 0.6875rem; line-height: 1.25; }
  .matrix .method { min-width: 0; }
  .matrix .of { display: inline; }
  .wide:not(.grid) table { min-width: 44rem; }
  .wide:not(.grid) th:first-child { min-width: 11rem; }
}
@media print {
  search { display: none !important; }
  main > section, .notes { margin-block-start: 1.5rem; }
  .hint { display: none; }
  .matrix table { font-size: 7.5pt; }
  .matrix th.area { display: table-cell; font-size: 7pt; }
  .matrix th.endpoint { position: static; width: 100%; font-size: 6.5pt; padding-inline-end: 0.3rem; }
  .matrix th.endpoint code { max-width: none; width: auto; white-space: normal; }
  .matrix .of { display: none; }
  .matrix .method { min-width: 2.2rem; }
  .matrix thead th.group { font-size: 6.5pt; }
  .matrix th.group { width: auto; }
  .cell { min-width: 2rem; min-height: 1.2rem; }
  .sides { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .finding, .known { break-inside: auto; padding: 0.5rem 0.75rem; }
  .message, .copyable code { font-size: 7.5pt; line-height: 1.35; }
  .finding > header, .requirement > summary { break-after: avoid; }
  .requirement > summary { grid-template-columns: 7rem minmax(0, 1fr) max-content 5rem; padding-block: 0.2rem; }
  .requirement .title, .requirement .level, .requirement .cases { grid-row: auto; grid-column: auto; }
  .requirement > summary { break-inside: avoid; }
  .detail { padding-block: 0.2rem 0.4rem; gap: 0.2rem; font-size: 8pt; }
  .places, .ids { font-size: 7.5pt; gap: 0 0.6rem; }
  .wide:not(.grid) table, .wide:not(.grid) th:first-child { min-width: 0; }
}
`;
