import type { Result } from '../../engine/result.ts';
import { numeral } from '../counted.ts';
import { inWords } from '../in-words.ts';
import { clip } from './clipped.tsx';
import { FilterBar } from './filter-bar.tsx';
import { Findings } from './findings.tsx';
import { Latency } from './latency-plot.tsx';
import { Matrix } from './matrix.tsx';
import { NotAssessed } from './not-assessed.tsx';
import { Notes } from './notes.tsx';
import { Observations } from './observations.tsx';
import { renderPage } from './page.tsx';
import { placesOf } from './places.ts';
import { ProfileOf } from './profile.tsx';
import { Requirements } from './requirements.tsx';
import { Verdict } from './verdict.tsx';
import { makeVisible, type Shown } from './visible.ts';

/** The most bytes of the page. Up to this size it opens quickly and fits into an e-mail. */
const mostBytes = 980_000;
const forFindings = 560_000;

/**
 * Renders the conformance report: one self-contained page below 1 MB, readable without its script.
 */
export function renderConformanceReport(result: Result): string {
  const shown = makeVisible(inWords(result));
  const first = reportOf(shown, forFindings);
  const excess = Buffer.byteLength(first) - mostBytes;
  return excess <= 0 ? first : reportOf(shown, Math.max(0, forFindings - 1.5 * excess));
}

function reportOf(result: Shown, bytes: number) {
  const { verdict, target } = result;
  return renderPage({
    title: `${verdict.toUpperCase()} · ${clip(target.implementation ?? target.baseUrl, 120)}`,
    style: 'report.css',
    script: 'report.js',
    icon: icons[verdict],
    of: 'report',
    header: <Header result={result} />,
    children: <Report result={result} bytes={bytes} />,
    footer: (
      <>
        Rendered from <code>result.json</code>, which contains the same data for programs. Times are
        UTC.
      </>
    ),
  });
}

function Header({ result }: { result: Shown }) {
  const chapters = [
    ['findings', 'Findings', numeral(result.failures.length)],
    ['requirements', 'Requirements', numeral(result.requirements.length)],
    ['observed', 'Observed', ''],
    ['not-assessed', 'Not assessed', ''],
    ['latency', 'Latency', ''],
    ['profile', 'Declared', ''],
  ] as const;
  return (
    <>
      <p>Conformance report</p>
      <nav aria-label="Chapters">
        <ul>
          {chapters.map(([id, words, count]) => (
            <li key={id}>
              <a href={`#${id}`}>
                {words} {count && <span class="count">{count}</span>}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}

function Report({ result, bytes }: { result: Shown; bytes: number }) {
  const shared = { result, places: placesOf(result) };
  const isOpen = result.verdict === 'inconclusive';
  return (
    <>
      <Verdict result={result} />
      {/* What to mend comes first: if the verdict is inconclusive, the reasons. */}
      {isOpen && <Notes result={result} />}
      {isOpen && <NotAssessed result={result} />}
      <Findings {...shared} bytes={bytes} />
      {!isOpen && <Notes result={result} />}
      <Matrix {...shared} />
      <FilterBar {...shared} />
      <Requirements {...shared} />
      <Observations {...shared} />
      {!isOpen && <NotAssessed result={result} />}
      <Latency result={result} />
      <ProfileOf result={result} />
    </>
  );
}

const icons = {
  conformant: iconOf('#1a7f37', 'M4 8.5l3 3L12.5 5'),
  'non-conformant': iconOf('#b3121d', 'M5 5l6 6M11 5l-6 6'),
  inconclusive: iconOf('#6a3aa2', 'M5.5 6a2.5 2.2 0 1 1 3.6 2C8.3 8.4 8 8.9 8 9.6M8 12v.4'),
} as const satisfies Record<Shown['verdict'], string>;

function iconOf(colour: string, shape: string) {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none" stroke="#fff" ' +
    'stroke-width="2" stroke-linecap="round" stroke-linejoin="round">' +
    `<rect width="16" height="16" rx="4" fill="${colour}" stroke="none"/>` +
    `<path d="${shape}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
