import { numeral } from '../counted.ts';
import { EndpointName } from './matrix.tsx';
import { Headings, ScrollBox } from './scroll-box.tsx';
import type { Shown } from './visible.ts';

const width = 320;
const height = 16;

/** Shows the latency of each endpoint, as numbers and as a plot on a common logarithmic scale. */
export function Latency({ result: { latency } }: { result: Shown }) {
  const marks = ticks(Math.max(1, ...latency.map(({ maxMs }) => maxMs)));
  const most = marks.at(-1) ?? 1;
  const x = (ms: number) =>
    4 + ((width - 8) * Math.log10(Math.max(1, ms))) / Math.log10(Math.max(10, most));
  return (
    <section aria-labelledby="latency">
      <h2 id="latency">Latency</h2>
      {latency.length === 0 ? (
        <p>No request got a response.</p>
      ) : (
        <ScrollBox label="Latency by endpoint" class="wide">
          <table class="latency">
            <caption class="unseen">Latency in milliseconds, by endpoint</caption>
            <thead>
              <tr>
                <Headings of={['Endpoint', 'Responses', 'Median', '95%', 'Longest']} />
                <th scope="col" class="plot">
                  <span class="unseen">From median to longest</span>
                  <svg
                    viewBox={`0 0 ${width} ${height}`}
                    width={width}
                    height={height}
                    aria-hidden="true"
                  >
                    {marks.map((ms) => (
                      <text key={ms} x={x(ms)} y="12" text-anchor={anchor(ms, marks)}>
                        {numeral(ms)} ms
                      </text>
                    ))}
                  </svg>
                </th>
              </tr>
            </thead>
            <tbody>
              {latency.map(({ endpoint, count, p50Ms, p95Ms, maxMs }) => (
                <tr key={endpoint}>
                  <th scope="row">
                    <EndpointName endpoint={endpoint} />
                  </th>
                  <td>{numeral(count)}</td>
                  {[p50Ms, p95Ms, maxMs].map((ms, at) => (
                    <td key={`${at}`}>{ms.toFixed(1)}</td>
                  ))}
                  <td class="plot">
                    <svg
                      viewBox={`0 0 ${width} ${height}`}
                      width={width}
                      height={height}
                      role="img"
                    >
                      <title>
                        median {p50Ms} ms, 95% within {p95Ms} ms, longest {maxMs} ms
                      </title>
                      {marks.map((ms) => (
                        <line key={ms} class="tick" x1={x(ms)} x2={x(ms)} y1="0" y2={height} />
                      ))}
                      <line class="range" x1={x(p50Ms)} x2={x(maxMs)} y1="8" y2="8" />
                      <line class="most" x1={x(p50Ms)} x2={x(p95Ms)} y1="8" y2="8" />
                      <circle class="median" cx={x(p50Ms)} cy="8" r="3.5" />
                      <line class="longest" x1={x(maxMs)} x2={x(maxMs)} y1="4" y2="12" />
                    </svg>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
      {latency.length > 0 && (
        <p class="soft small">
          Dot: median. Bar: up to 95% of the responses. Line: up to the longest. In milliseconds,
          measured by the harness.
        </p>
      )}
    </section>
  );
}

/** Returns powers of ten, up to the first that is at least `most`. */
function ticks(most: number) {
  const powers = [1];
  while ((powers.at(-1) ?? 1) < most && powers.length < 9) powers.push((powers.at(-1) ?? 1) * 10);
  return powers;
}

function anchor(ms: number, marks: readonly number[]) {
  if (ms === marks[0]) return 'start';
  return ms === marks.at(-1) ? 'end' : 'middle';
}
