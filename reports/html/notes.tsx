import type { ComponentChildren } from 'preact';
import { Clipped } from './clipped.tsx';
import { requirementHref } from './links.ts';
import { type Sign, SignOf } from './outcome.tsx';
import { placeWords } from './places.ts';
import type { Shown } from './visible.ts';

export function Notes({ result }: { result: Shown }) {
  const { interrupted, harnessErrors, notices, knownFailures } = result;
  const isQuiet =
    interrupted === undefined && harnessErrors.length + notices.length === 0 && !knownFailures;
  if (isQuiet) return null;
  return (
    <section class="notes" aria-labelledby="notes">
      <h2 id="notes" class="unseen">
        Notes on this run
      </h2>
      {interrupted !== undefined && (
        <Note sign="inconclusive" title="The run ended early">
          Reason: <Clipped text={interrupted} />
          <br />
          Requirements that were not judged by then count as not assessed.
        </Note>
      )}
      {harnessErrors.map(({ where, message }) => (
        <Note
          key={`${where} ${message}`}
          sign="inconclusive"
          title="Harness error, not a failure of the target"
        >
          In <Clipped text={where} bytes={200} />: <Clipped text={message} />
        </Note>
      ))}
      {notices.map((notice) => (
        <Note key={notice} sign="warn" title="Notice">
          <Clipped text={notice} />
        </Note>
      ))}
      {knownFailures && <KnownFailures known={knownFailures} />}
    </section>
  );
}

function Note({
  sign,
  title,
  children,
}: {
  sign: Sign;
  title: string;
  children: ComponentChildren;
}) {
  return (
    <div class={`note tone-${sign}`}>
      <SignOf of={sign} />
      <p>
        <b>{title}</b>
        <br />
        {children}
      </p>
    </div>
  );
}

function KnownFailures({ known }: { known: NonNullable<Shown['knownFailures']> }) {
  const { matched, stale, unknown, unlisted } = known;
  const rows = [
    ...matched.map((entry) => ({
      ...entry,
      what: 'known',
      text: entry.until === undefined ? entry.reason : `${entry.reason} (until ${entry.until})`,
    })),
    ...stale.map((entry) => ({
      ...entry,
      what: 'stale',
      text: 'It did not fail. Remove it from the list.',
    })),
    ...unknown.map((entry) => ({
      ...entry,
      what: 'invalid',
      text: `${entry.why}. Correct or remove it.`,
    })),
    ...unlisted.map((entry) => ({
      ...entry,
      what: 'not listed',
      text: 'It fails and is not on the list.',
    })),
  ];
  if (rows.length === 0) return null;
  const counts = [
    `${matched.length} known`,
    `${stale.length} stale`,
    `${unknown.length} invalid`,
    `${unlisted.length} not listed`,
  ].join(', ');
  return (
    <details class="known" open={rows.length > matched.length}>
      <summary>
        <h3>Known failures</h3>
        <span class="soft">{counts}. The list does not change the verdict.</span>
      </summary>
      <ul class="plain">
        {rows.map(({ requirement, endpoint, what, text }) => (
          <li key={`${what} ${requirement} ${endpoint}`}>
            <b>{what}</b> <a href={requirementHref(requirement)}>{requirement}</a>
            {endpoint !== undefined && <> on {placeWords(endpoint)}</>}: <Clipped text={text} />
          </li>
        ))}
      </ul>
    </details>
  );
}
