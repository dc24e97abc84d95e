import { counted, numeral } from '../counted.ts';
import {
  contrastEntries,
  countWords,
  extentOf,
  placesShown,
  repetitionEntries,
  sameCauseOf,
} from '../finding.ts';
import { blocksByCause, linkedWords } from '../finding-blocks.ts';
import { likelyCauses, sourceOf } from '../likely-causes.ts';
import { replayLine, tokenLines } from '../shell-lines.ts';
import { Clipped, share } from './clipped.tsx';
import { Copyable } from './copyable.tsx';
import { Exchanges } from './exchange.tsx';
import { filterData, requirementHref } from './links.ts';
import { OutcomeChip } from './outcome.tsx';
import { everyEndpoint, type Place, placeWords } from './places.ts';
import type { Shown } from './visible.ts';

type Failure = Shown['failures'][number];
type Requirement = Shown['requirements'][number];

/** The most places that are shown unfolded. */
const shownPlaces = 6;

/**
 * Lists the findings, failures first, each with the number for `replay --failure`. Findings with
 * the cause of another are folded below it. All of them share `bytes` bytes of the page.
 */
export function Findings({
  result,
  places,
  bytes: allBytes,
}: {
  readonly result: Shown;
  readonly places: readonly Place[];
  readonly bytes: number;
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
  const parts = [
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
      {parts.map(({ id, title, of }) => (
        <section key={id} class="filtered-group" aria-labelledby={id}>
          <h3 id={id} {...(parts.length === 1 ? { class: 'unseen' } : {})}>
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

interface Props {
  readonly failure: Failure;
  readonly result: Shown;
  readonly nth: number;
  readonly requirement: Requirement | undefined;
  readonly places: readonly Place[];
  readonly bytes: number;
  /** Whether the finding above it has the same cause. */
  readonly isFolded: boolean;
}

function Finding({ isFolded, ...props }: Props) {
  const { failure, result, nth, requirement, places } = props;
  const { outcome, title } = failure;
  const same = sameCauseOf(failure, result.failures);
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
      {same === undefined ? null : (
        <p>
          <a href={`#finding-${same}`}>same cause as finding {same}</a>
        </p>
      )}
      <Body {...props} />
    </article>
  );
}

const levelOf = ({ failure, requirement }: Pick<Props, 'failure' | 'requirement'>) =>
  requirement?.level ?? (failure.outcome === 'fail' ? 'must' : 'should');

function Body({ failure, result, nth, requirement, bytes }: Omit<Props, 'isFolded'>) {
  const { expected, actual } = failure;
  return (
    <>
      <p class="rule">
        <span class="level">{levelOf({ failure, requirement })}</span>{' '}
        {requirement ? <Clipped text={requirement.title} bytes={400} /> : null}{' '}
        <a href={requirementHref(failure.requirement)}>
          <code>{failure.requirement}</code>
        </a>
      </p>
      {contrastEntries(failure).map(({ label, lines }) => (
        <p key={label}>
          <strong>{label}:</strong>{' '}
          <Clipped text={lines.join('; ')} bytes={Math.max(200, bytes * 0.08)} />
        </p>
      ))}
      <dl class="sides">
        <div class="side expected">
          <dt>Expected</dt>
          <dd>
            <Clipped text={expected} bytes={Math.max(200, bytes * 0.08)} />
          </dd>
        </div>
        <div class="side actual">
          <dt>Actual</dt>
          <dd>
            <Clipped text={actual} bytes={Math.max(200, bytes * 0.08)} />
          </dd>
        </div>
      </dl>
      {sameCauseOf(failure, result.failures) === undefined ? <Advice failure={failure} /> : null}
      <PlacesOf failure={failure} result={result} />
      {repetitionEntries(failure).map(({ label, lines }) => (
        <p key={label}>
          <strong>{label}:</strong> <Clipped text={lines.join('; ')} bytes={600} />
        </p>
      ))}
      <p class="soft small meta">
        {failure.id === undefined ? null : <>Id {failure.id}</>}
        {requirement ? (
          <>
            {' · '}
            Section: <Clipped text={requirement.section} bytes={300} />
          </>
        ) : null}
      </p>
      <details>
        <summary>
          {failure.request ? 'Request, response and how to reproduce it' : 'How to reproduce it'}
        </summary>
        <Exchanges failure={failure} nth={nth} bytes={bytes} />
        <Repeat failure={failure} nth={nth} bytes={bytes} />
      </details>
    </>
  );
}

/** Shows the most likely cause. Folds the others, and the sentence of the specification. */
function Advice({ failure }: { readonly failure: Failure }) {
  const { statement } = failure;
  const [first, ...others] = likelyCauses(failure);
  const source = statement && sourceOf(statement);
  const folded = [
    ...(others.length > 0 ? [counted(others.length, 'further cause')] : []),
    ...(source === undefined ? [] : [`the statement of ${source}`]),
  ];
  return (
    <>
      {first ? (
        <p class="advice">
          <strong>Likely cause:</strong> <Told {...first} />
        </p>
      ) : null}
      {folded.length === 0 ? null : (
        <details>
          <summary>{folded.join(', and ')}</summary>
          {others.length > 0 ? (
            <ol start={2} aria-label="Further causes, the most likely first">
              {others.map((one) => (
                <li key={one.suspect}>
                  <Told {...one} />
                </li>
              ))}
            </ol>
          ) : null}
          {statement ? (
            <p class="soft small">
              <q>{statement.text}</q> ({source})
            </p>
          ) : null}
        </details>
      )}
    </>
  );
}

function Told({ suspect, look }: NonNullable<Failure['advice']>[number]) {
  return (
    <>
      <Clipped text={suspect} />{' '}
      <b>
        <Clipped text={look} />
      </b>
    </>
  );
}

function PlacesOf({ failure, result }: { readonly failure: Failure; readonly result: Shown }) {
  const places = placesShown(failure);
  const extent = extentOf(failure, result);
  const list = (
    <ul class="places">
      {places.map((place) => (
        <li key={place.name}>
          <code>{place.name}</code>
          {countWords(place)}
        </li>
      ))}
    </ul>
  );
  if (places.length <= shownPlaces) return list;
  return (
    <details class="many">
      <summary>{extent > 0 ? `All ${extent} endpoints` : counted(places.length, 'place')}</summary>
      {list}
    </details>
  );
}

function Repeat({
  failure,
  nth,
  bytes,
}: {
  readonly failure: Failure;
  readonly nth: number;
  readonly bytes: number;
}) {
  const { curl, replay, request } = failure;
  return (
    <>
      {curl === undefined ? null : (
        <Copyable
          label="curl"
          text={[...tokenLines([failure]), curl].join('\n')}
          bytes={bytes * 0.12}
          instead={`The command has ${counted(curl.length, 'character')}, too many to show. The replay command sends the same request.`}
        />
      )}
      {curl === undefined && request ? (
        <p class="soft small">
          {failure.recipe !== undefined
            ? 'curl cannot send this request: only the harness can produce its defect.'
            : 'There is no curl command, because this request alone does not show the defect.'}
        </p>
      ) : null}
      {replay ? (
        <>
          <Copyable
            label="replay"
            text={replayLine('.', nth)}
            bytes={400}
            instead={`The command is too long to show. It is in result.json, in failure ${nth}.`}
          />
          <p class="soft small">
            Run it in the folder of result.json.{' '}
            {replay.sends === undefined ? null : (
              <Clipped text={`It sends ${replay.sends}. `} bytes={300} />
            )}
            Seed {replay.seed}, key{' '}
            <code>
              <Clipped text={placeWords(replay.key)} bytes={300} />
            </code>
          </p>
        </>
      ) : null}
    </>
  );
}
