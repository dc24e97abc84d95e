import { grouped } from '../../engine/result.ts';
import { counted, numeral, present } from '../counted.ts';
import { before, type Entry, entriesOf } from '../finding.ts';
import { blocksByCause, linkedWords } from '../finding-blocks.ts';
import { Clipped, share } from './clipped.tsx';
import { Copyable } from './copyable.tsx';
import { Exchanges } from './exchange.tsx';
import { filterData, requirementHref } from './links.ts';
import { OutcomeChip } from './outcome.tsx';
import { everyEndpoint, type Place, placeWords } from './places.ts';
import type { Shown } from './visible.ts';

type Failure = Shown['failures'][number];
type Requirement = Shown['requirements'][number];

/** The part of a finding that an entry is printed in. Those with another label are folded. */
const parts: Readonly<Record<string, 'first' | 'sides' | 'advice' | 'extent'>> = {
  'Same cause': 'first',
  Changed: 'first',
  Pattern: 'first',
  Expected: 'sides',
  Actual: 'sides',
  'Look at': 'advice',
  Statement: 'advice',
  Places: 'extent',
  Reproduced: 'extent',
  Shows: 'extent',
};

/**
 * Lists the findings, failures first, each with the number for `replay --failure`. Findings with
 * the cause of another are folded below it. All of them share `bytes` bytes of the page.
 */
export function Findings({
  result,
  places,
  bytes: allBytes,
}: {
  result: Shown;
  places: readonly Place[];
  bytes: number;
}) {
  const bytes = share(allBytes, result.failures.length, 400, 24_000);
  const requirements = new Map(
    result.requirements.map((requirement) => [requirement.id, requirement]),
  );
  const blocks = blocksByCause(result.failures).map((block) => [block, ...block.linked]);
  const having = (outcome: Failure['outcome']) =>
    blocks
      .map((block) => block.filter(({ failure }) => failure.outcome === outcome))
      .filter(({ length }) => length > 0);
  const sections = [
    { id: 'failures', title: 'Failures', of: having('fail') },
    { id: 'warnings', title: 'Warnings', of: having('warn') },
  ].filter(({ of }) => of.length > 0);
  return (
    <section aria-labelledby="findings">
      <h2 id="findings">
        Findings{' '}
        <span class="count">
          {numeral(result.failures.length)}
          {blocks.length > 0 ? `, with ${counted(blocks.length, 'cause')}` : ''}
        </span>
      </h2>
      {result.failures.length === 0 ? <p>No findings.</p> : null}
      {sections.map(({ id, title, of }) => (
        <section key={id} class="filtered-group" aria-labelledby={id}>
          <h3 id={id} {...(sections.length === 1 ? { class: 'unseen' } : {})}>
            {title} <span class="count">{of.flat().length}</span>
          </h3>
          {of.map((block) => (
            <div key={block[0]?.nth} class="cause filtered-group">
              {block.map(({ failure, nth }, at) => (
                <Finding
                  key={nth}
                  failure={failure}
                  result={result}
                  nth={nth}
                  requirement={requirements.get(failure.requirement)}
                  places={places}
                  bytes={bytes}
                  isFolded={at > 0}
                />
              ))}
            </div>
          ))}
        </section>
      ))}
      <p class="none" hidden>
        No finding matches the filter.
      </p>
    </section>
  );
}

type Props = Readonly<{
  failure: Failure;
  result: Shown;
  nth: number;
  requirement: Requirement | undefined;
  places: readonly Place[];
  bytes: number;
  isFolded: boolean;
}>;

function Finding(props: Props) {
  const { failure, result, nth, requirement, places, isFolded } = props;
  const { outcome, title } = failure;
  const data = filterData(
    { id: failure.requirement, area: requirement?.area ?? everyEndpoint, level: levelOf(props) },
    outcome,
    failure.places.map(({ endpoint }) => ({ endpoint, outcome })),
    places,
  );
  const own = { class: `finding edge-${outcome} filtered`, id: `finding-${nth}`, ...data };
  if (isFolded) {
    return (
      <details {...own}>
        <summary>
          Same cause: <Clipped text={linkedWords({ failure, nth }, result)} bytes={400} />
        </summary>
        <Body {...props} />
      </details>
    );
  }
  return (
    <article {...own}>
      <header>
        <a class="nth" href={`#finding-${nth}`} aria-label={`Link to finding ${nth}`}>
          #{nth}
        </a>
        <h4>
          <Clipped text={title} bytes={300} />
        </h4>
        <OutcomeChip outcome={outcome} />
      </header>
      <Body {...props} />
    </article>
  );
}

const levelOf = ({ failure, requirement }: Pick<Props, 'failure' | 'requirement'>) =>
  requirement?.level ?? (failure.outcome === 'fail' ? 'must' : 'should');

function Body({ failure, result, nth, requirement, bytes, isFolded }: Props) {
  // The summary of a folded finding says that its cause is the same.
  const entries = entriesOf(failure, result).filter(
    ({ kind, label }) => kind !== 'exchange' && !(isFolded && label === 'Same cause'),
  );
  const byPart = grouped(entries, ({ label }) => parts[label] ?? 'folded');
  const of = (part: 'first' | 'sides' | 'advice' | 'extent' | 'folded') => byPart.get(part) ?? [];
  const most = Math.max(600, bytes * 0.08);
  const print = (look: string) => (entry: Entry) => (
    <Printed key={entry.label} {...entry} bytes={most} look={look} />
  );
  const preparing = entries.find(({ label }) => label === before)?.lines ?? [];
  const { id, replay } = failure;
  return (
    <>
      <p class="rule">
        <span class="level">{levelOf({ failure, requirement })}</span>{' '}
        {requirement ? <Clipped text={requirement.title} bytes={400} /> : null}{' '}
        <a href={requirementHref(failure.requirement)}>
          <code>{failure.requirement}</code>
        </a>
      </p>
      {of('first').map(print(''))}
      <dl class="sides">
        {of('sides').map(({ label, lines }) => (
          <div key={label} class={`side ${label.toLowerCase()}`}>
            <dt>{label}</dt>
            <dd>
              <Clipped text={lines.join('\n')} bytes={most} />
            </dd>
          </div>
        ))}
      </dl>
      <Advice entries={of('advice')} />
      {of('extent').map(print('small meta'))}
      <p class="soft small meta">
        {id !== undefined && <>Id {id}</>}
        {requirement && (
          <>
            {' · '}
            Section: <Clipped text={requirement.section} bytes={300} />
          </>
        )}
      </p>
      <details>
        <summary>
          {failure.request ? 'Request, response and how to reproduce it' : 'How to reproduce it'}
        </summary>
        <Exchanges failure={failure} nth={nth} bytes={bytes} />
        {of('folded')
          .filter(({ label }) => label !== before)
          .map((entry) =>
            entry.kind === 'commands' ? (
              <Copyable
                key={entry.label}
                label={entry.label}
                text={[...(entry.label === 'curl' ? preparing : []), ...entry.lines].join('\n')}
                bytes={Math.max(400, bytes * 0.12)}
              />
            ) : (
              print('soft small')(entry)
            ),
          )}
        {replay && (
          <p class="soft small">
            Run it in the folder of result.json. Seed {replay.seed}, key{' '}
            <code>
              <Clipped text={placeWords(replay.key)} bytes={300} />
            </code>
          </p>
        )}
      </details>
    </>
  );
}

function Printed({ label, lines, finding, bytes, look }: Entry & { bytes: number; look: string }) {
  const text = <Clipped text={lines.join('; ')} bytes={bytes} />;
  return (
    <p class={look}>
      {finding === undefined ? (
        <>
          {label !== '' && <strong>{label}: </strong>}
          {text}
        </>
      ) : (
        <a href={`#finding-${finding}`}>{text}</a>
      )}
    </p>
  );
}

function Advice({ entries }: { entries: readonly Entry[] }) {
  const of = (kind: Entry['kind']) => entries.filter((entry) => entry.kind === kind);
  const [first, ...others] = of('list').flatMap(({ lines, ends = [] }) =>
    lines.map((line, at) => <Told key={line} line={line} end={ends[at] ?? ''} />),
  );
  const texts = of('text');
  const printed = texts.map((entry) => (
    <Printed key={entry.label} {...entry} bytes={1_200} look="soft small" />
  ));
  if (!first) return <>{printed}</>;
  const folded = present(
    others.length > 0 && counted(others.length, 'further cause'),
    texts.length > 0 && 'the statement of the specification',
  );
  return (
    <>
      <p class="advice">
        <strong>Likely cause:</strong> {first}
      </p>
      {folded.length > 0 && (
        <details>
          <summary>{folded.join(', and ')}</summary>
          {others.length > 0 && (
            <ol start={2} aria-label="Further causes, the most likely first">
              {others.map((one) => (
                <li key={one.key}>{one}</li>
              ))}
            </ol>
          )}
          {printed}
        </details>
      )}
    </>
  );
}

function Told({ line, end }: { line: string; end: string }) {
  return (
    <>
      <Clipped text={line.slice(0, line.length - end.length)} />
      <b>
        <Clipped text={end} />
      </b>
    </>
  );
}
