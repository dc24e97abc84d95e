import { grouped } from '../../engine/result.ts';
import { counted, numeral } from '../counted.ts';
import { casesWords } from '../finding.ts';
import { kindOf } from '../open-groups.ts';
import { Clipped, share } from './clipped.tsx';
import { filterData } from './links.ts';
import { OutcomeChip, OutcomePlot } from './outcome.tsx';
import { everyEndpoint, type Place, placeWords } from './places.ts';
import type { Shown } from './visible.ts';
import { whenWords } from './words.ts';

type Requirement = Shown['requirements'][number];

const allReasons = 120_000;

export function Requirements({ result, places }: { result: Shown; places: readonly Place[] }) {
  const byArea = grouped(result.requirements, ({ area }) => area);
  const findings = grouped(
    result.failures.map(({ requirement }, at) => ({ requirement, nth: at + 1 })),
    ({ requirement }) => requirement,
  );
  const waived = new Map(result.waived.map(({ id, reason }) => [id, reason]));
  const reasons = result.requirements.flatMap((requirement) => reasonsOf(requirement)).length;
  const bytes = share(allReasons, reasons, 120, 600);
  return (
    <section aria-labelledby="requirements">
      <h2 id="requirements">
        Requirements <span class="count">{numeral(result.requirements.length)}</span>
      </h2>
      <p class="lead">{casesWords}</p>
      {[...byArea].map(([area, all]) => (
        <section key={area} class="filtered-group area" aria-labelledby={`area-${area}`}>
          <header>
            <h3 id={`area-${area}`}>{area === everyEndpoint ? 'On every endpoint' : area}</h3>
            <OutcomePlot of={`Outcomes of ${area}`} all={all.map(({ outcome }) => outcome)} />
            <span class="soft small">{counted(all.length, 'requirement')}</span>
          </header>
          {all.map((requirement) => (
            <RequirementEntry
              key={requirement.id}
              requirement={requirement}
              findings={(findings.get(requirement.id) ?? []).map(({ nth }) => nth)}
              waived={waived.get(requirement.id)}
              places={places}
              bytes={bytes}
            />
          ))}
        </section>
      ))}
      <p class="none" hidden>
        No requirement matches the filter.
      </p>
    </section>
  );
}

type Props = Readonly<{
  requirement: Requirement;
  findings: readonly number[];
  waived: string | undefined;
  places: readonly Place[];
  bytes: number;
}>;

function RequirementEntry({ requirement, findings, waived, places, bytes }: Props) {
  const { id, level, when, title, section, claimed, outcome, cases, endpoints, blocksNothing } =
    requirement;
  const isWaived = waived !== undefined && outcome === 'not-run';
  const data = filterData(requirement, isWaived ? `${outcome} waived` : outcome, endpoints, places);
  return (
    <details class={`requirement filtered${claimed ? '' : ' unclaimed'}`} id={id} {...data}>
      <summary>
        <OutcomeChip outcome={isWaived ? 'waived' : outcome} />
        <span class="title">
          <Clipped text={title} bytes={500} />
          <span class="id">
            <code>{id}</code>
            {claimed ? null : <span class="tag">outside the claim</span>}
            {blocksNothing && <span class="tag">does not affect the verdict</span>}
            {findings.length > 0 && <span class="tag">{counted(findings.length, 'finding')}</span>}
          </span>
        </span>
        <span class="level">
          {level}
          {when ? `, if ${whenWords[when]}` : ''}
        </span>
        <span class="cases">{counted(cases, 'case')}</span>
      </summary>
      <div class="detail">
        <p>
          <span class="soft">Section</span> <Clipped text={section} bytes={500} />
        </p>
        {findings.length > 0 && (
          <p>
            <span class="soft">Findings</span>{' '}
            {findings.map((nth) => (
              <a key={nth} href={`#finding-${nth}`} class="nth">
                finding {nth}
              </a>
            ))}
          </p>
        )}
        {isWaived && (
          <p>
            <span class="soft">Waived, reason</span> <Clipped text={waived} bytes={bytes} />
          </p>
        )}
        <Outcomes requirement={requirement} bytes={bytes} />
      </div>
    </details>
  );
}

function Outcomes({ requirement, bytes }: { requirement: Requirement; bytes: number }) {
  const { endpoints, reason } = requirement;
  if (endpoints.length === 0) {
    return (
      <p>
        {reason === undefined ? (
          'Not run on any endpoint.'
        ) : (
          <Clipped text={reason} bytes={bytes} />
        )}
      </p>
    );
  }
  const alike = [...grouped(endpoints, (one) => `${one.outcome}|${kindOf(one)}`).values()];
  return (
    <ul class="outcomes">
      {alike.map((all) => {
        const [first] = all;
        if (!first) return null;
        return (
          <li key={`${first.outcome} ${first.reason}`}>
            <OutcomeChip outcome={first.outcome} />
            <div>
              {first.reason !== undefined && (
                <p>
                  <Clipped text={first.reason} bytes={bytes} />
                </p>
              )}
              <ul class="places">
                {all.map(({ endpoint, cases }) => (
                  <li key={endpoint}>
                    <code>{placeWords(endpoint)}</code> {counted(cases, 'case')}
                  </li>
                ))}
              </ul>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

const reasonsOf = ({ reason, endpoints }: Requirement) =>
  [...new Set([reason, ...endpoints.map((one) => one.reason)])].filter((one) => one !== undefined);
