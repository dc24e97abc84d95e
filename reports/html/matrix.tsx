import type { RequirementResult } from '../../engine/result.ts';
import { filterHash, requirementHref } from './links.ts';
import { type Cell, matrixOf, outcomesIn, own, type Row } from './matrix-cells.ts';
import { OutcomeChip, SignOf } from './outcome.tsx';
import { isWholeRun, type Place, placeWords } from './places.ts';
import { ScrollBox } from './scroll-box.tsx';
import type { Shown } from './visible.ts';
import { outcomeWords } from './words.ts';

const ownWords = 'area only';

export function Matrix({ result, places }: { result: Shown; places: readonly Place[] }) {
  const { columns, groups } = matrixOf(result, places);
  return (
    <section class="matrix" aria-labelledby="matrix">
      <h2 id="matrix">Endpoints by group of requirements</h2>
      <p class="soft small hint">
        The table is wider than this screen. Scroll it sideways to see every group.
      </p>
      <ScrollBox label="Endpoints by group of requirements" class="wide grid">
        <table>
          <caption class="unseen">
            The outcomes of each group of requirements on each endpoint. Each cell links to the
            requirements.
          </caption>
          <thead>
            <tr>
              <th scope="col" class="area">
                Area
              </th>
              <th scope="col" class="endpoint">
                Endpoint
              </th>
              {columns.map((column) => (
                <th key={column} scope="col" class="group">
                  {column === own ? (
                    <abbr title="requirements that apply to this area only">{ownWords}</abbr>
                  ) : (
                    column
                  )}
                </th>
              ))}
            </tr>
          </thead>
          {groups.map(({ name, rows }) => (
            <tbody key={name}>
              {rows.map((row, at) => (
                <tr key={row.endpoint ?? ''}>
                  {at === 0 && (
                    <th scope="rowgroup" rowSpan={rows.length} class="area">
                      {name}
                    </th>
                  )}
                  <th scope="row" class="endpoint">
                    <RowName row={row} of={name} />
                  </th>
                  {columns.map((column) => (
                    <td key={column}>
                      <CellLink cell={row.cells.get(column)} column={column} row={row} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </ScrollBox>
      <p class="legend">
        {outcomesIn(groups).map((outcome) => (
          <OutcomeChip key={outcome} outcome={outcome} />
        ))}
        <span class="soft">
          Each cell counts requirements by outcome. A failure makes it red. Area only: requirements
          that apply to this area only.
        </span>
      </p>
    </section>
  );
}

function RowName({ row, of }: { row: Row; of: string }) {
  if (row.endpoint !== undefined) return <EndpointName endpoint={row.endpoint} />;
  return (
    <span class="soft">
      <span class="of">{of}: </span>
      {row.isClaimed ? 'not run on any endpoint' : 'outside the claim'}
    </span>
  );
}

export function EndpointName({ endpoint }: { endpoint: string }) {
  const [, method, path] = /^([A-Z]+) (.*)$/s.exec(placeWords(endpoint)) ?? [];
  if (method === undefined) {
    return isWholeRun(endpoint) ? (
      <span class="soft">{placeWords(endpoint)}</span>
    ) : (
      <code>{endpoint}</code>
    );
  }
  return (
    <code>
      <span class="method">{method}</span> {path}
    </code>
  );
}

function CellLink({ cell, column, row }: { cell: Cell | undefined; column: string; row: Row }) {
  if (!cell) return <span class="unseen">does not apply</span>;
  const { counts, first, group } = cell;
  const [tone = 'not-run'] = counts.map(([outcome]) => outcome);
  const where = row.endpoint === undefined ? 'no endpoint' : placeWords(row.endpoint);
  const of = `${group ?? (column === own ? ownWords : column)} on ${where}: `;
  const told = counts.map(([outcome, count]) => `${count} ${outcomeWords[outcome]}`).join(', ');
  return (
    <a
      class={`cell tone-${tone}`}
      href={requirementHref(first)}
      data-filter={filterHash({ group, endpoint: row.endpoint })}
      title={`${of}${told}`}
    >
      <span class="unseen">{of}</span>
      {counts.map(([outcome, count], at) => (
        <span key={outcome}>
          {at > 0 && (
            <i class="dot" aria-hidden="true">
              ·
            </i>
          )}
          {isInWords(outcome, at) ? null : <SignOf of={outcome} />}
          {count}
          <span class={isInWords(outcome, at) ? '' : 'unseen'}> {outcomeWords[outcome]}</span>
          {at < counts.length - 1 && <span class="unseen">, </span>}
        </span>
      ))}
    </a>
  );
}

/** Whether a cell shows the word for the outcome. Its sign alone would not tell enough. */
const isInWords = (outcome: RequirementResult['outcome'], at: number) =>
  at > 0 && (outcome === 'observed' || outcome === 'not-run');
