/** The styles of the registry's pages alone. */
export const registryStyle = `
h1 { font-size: 2rem; line-height: 1.15; font-weight: 680; letter-spacing: -0.02em; overflow-wrap: anywhere; }
.front h1 { margin-block-start: 2.25rem; }
.lead { color: var(--soft); font-size: 1.0625rem; margin-block: 0.35rem 1.5rem; }
main > section { margin-block-start: 2.25rem; }
.top + main h1 { margin-block-start: 0.5rem; }
section > h2 { margin-block-end: 0.75rem; }
.small { font-size: 0.8125rem; }
.stands { display: inline-flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.5rem; }
.part { padding: 0 0.4rem; border: 1px dashed var(--soft); border-radius: 4px; font-size: 0.75rem; color: var(--soft); white-space: nowrap; }

.implementations { background: var(--paper); border: 1px solid var(--line); border-radius: 10px; border-collapse: separate; border-spacing: 0; }
.implementations th, .implementations td { padding: 0.8rem 0.75rem; vertical-align: top; }
.implementations thead th { padding-block: 0.55rem; }
.implementations tbody th, .implementations tbody td { border-block-start: 1px solid var(--line); }
.implementations tbody th { font-size: 1rem; font-weight: 620; min-width: 16.5rem; overflow-wrap: anywhere; }
.beneath { display: block; margin-block-start: 0.2rem; font-size: 0.8125rem; font-weight: 400; color: var(--soft); overflow-wrap: anywhere; }
.claim { max-width: 12rem; }
.badge { display: inline-block; min-height: 24px; }
td .outcome-counts { min-width: 11rem; }
td .badge { margin-block-start: 0.45rem; }
.badge img { display: block; }

.outcome-plot { display: block; width: 100%; height: 0.45rem; border-radius: 3px; overflow: hidden; }
.fill-pass { fill: var(--pass-fill); } .fill-fail { fill: var(--fail-fill); } .fill-warn { fill: var(--warn-fill); }
.fill-observed { fill: var(--observed-fill); } .fill-inconclusive { fill: var(--inconclusive-fill); } .fill-not-run { fill: var(--not-run-fill); }
.outcome-counts ul { display: flex; flex-wrap: wrap; gap: 0.05rem 0.75rem; margin-block-start: 0.35rem; font-size: 0.8125rem; font-variant-numeric: tabular-nums; }
.outcome-counts li { display: inline-flex; align-items: center; gap: 0.25em; white-space: nowrap; }
.ink-pass { color: var(--pass); } .ink-fail { color: var(--fail); font-weight: 650; } .ink-warn { color: var(--warn); }
.ink-observed { color: var(--observed); } .ink-inconclusive { color: var(--inconclusive); } .ink-not-run, .ink-waived { color: var(--not-run); }

.history-row { display: flex; align-items: center; gap: 3px; }
.history-row ol, .runs { list-style: none; margin: 0; padding: 0; }
.history-row ol { display: flex; gap: 3px; }
.square, .more { display: flex; align-items: center; justify-content: center; min-width: 24px; height: 24px; border-radius: 4px; font-size: 0.8125rem; text-decoration: none; }
.square:hover, .more:hover { outline: 2px solid; }
.square.tone-fail { background: var(--fail-fill); color: #fff; }
.square.incomplete { border: 1px dashed; }
.more { color: var(--soft); padding-inline: 0.3rem; }

.standing { display: grid; grid-template-columns: minmax(15rem, max-content) minmax(0, 1fr); background: var(--paper); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
main > .standing { margin-block-start: 1rem; }
.standing .verdict { display: flex; align-items: center; gap: 0.4em; padding: 1.25rem 1.75rem; font-size: 1.625rem; font-weight: 680; letter-spacing: -0.02em; }
.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.3rem 0.9rem; padding: 1rem 1.25rem; font-size: 0.875rem; line-height: 1.45; overflow-wrap: anywhere; }
.facts dt { color: var(--soft); }

.runs { background: var(--paper); border: 1px solid var(--line); border-radius: 10px; }
.run { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 26rem); grid-template-rows: max-content max-content 1fr; gap: 0.5rem 2rem; padding: 1rem 1.25rem; overflow-wrap: anywhere; }
.run + .run { border-block-start: 1px solid var(--line); }
.run:target { background: var(--faint); }
.run-head { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.75rem; }
.run > .facts { grid-column: 2; grid-row: 1 / 4; padding: 0; font-size: 0.8125rem; align-content: start; }
.time { font-weight: 400; }
.since { font-size: 0.875rem; }
.since summary { width: fit-content; color: var(--link); }
.since h4 { margin-block: 0.75rem 0.25rem; }
.since ul.plain { margin-block-start: 0.4rem; }
.change-lines li { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 0.75rem; padding-block: 0.2rem; }
.turn { display: inline-flex; align-items: center; gap: 0.3rem; }

@media (max-width: 78rem) {
  .implementations, .implementations tbody, .implementations th, .implementations td { display: block; max-width: none; }
  .implementations thead { display: none; }
  .implementations tr { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0.75rem 2rem; padding: 0.9rem 1.25rem; }
  .implementations tr + tr { border-block-start: 1px solid var(--line); }
  .implementations tbody th, .implementations tbody td { border: 0; padding: 0; min-width: 0; }
}
@media (max-width: 48rem) {
  h1 { font-size: 1.625rem; }
  .badge, .badge img { max-width: 100%; }
  .badge img { object-fit: contain; object-position: left; }
  .implementations tr { grid-template-columns: minmax(0, 1fr); gap: 0.5rem; }
  .standing, .run, .change-lines li { grid-template-columns: minmax(0, 1fr); }
  .standing .verdict { padding: 0.9rem 1.25rem; }
  .run { grid-template-rows: none; }
  .run > .facts { grid-column: 1; grid-row: auto; }
  .change-lines li { gap: 0.1rem; }
}
@media print {
  .run { break-inside: avoid; }
}
`;
