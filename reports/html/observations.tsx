import { grouped } from '../../engine/result.ts';
import { numeral } from '../counted.ts';
import { Clipped, share } from './clipped.tsx';
import { filterData, requirementHref } from './links.ts';
import { everyEndpoint, type Place, placeWords } from './places.ts';
import type { Shown } from './visible.ts';

type Observation = Shown['observations'][number];

const allBytes = 120_000;

export function Observations({ result, places }: { result: Shown; places: readonly Place[] }) {
  const requirements = new Map(
    result.requirements.map((requirement) => [requirement.id, requirement]),
  );
  const byRequirement = [...grouped(result.observations, ({ requirement }) => requirement)];
  const bytes = share(allBytes, result.observations.length, 80, 600);
  return (
    <section aria-labelledby="observed">
      <h2 id="observed">
        Observed <span class="count">{numeral(byRequirement.length)}</span>
      </h2>
      <p class="lead">
        How this target behaves if the specification is silent. These are not findings. A
        requirement that passed can have observations too.
      </p>
      {byRequirement.length === 0 && <p>Nothing was observed.</p>}
      <div class="observations">
        {byRequirement.map(([id, all]) => {
          const requirement = requirements.get(id);
          const data = filterData(
            requirement ?? { id, area: everyEndpoint, level: 'observe' },
            'observed',
            all.map(({ endpoint }) => ({ endpoint, outcome: 'observed' })),
            places,
          );
          return (
            <article key={id} class="filtered" {...data}>
              <h3>
                <Clipped text={requirement?.title ?? id} bytes={400} />
              </h3>
              <p class="small">
                <a href={requirementHref(id)}>
                  <code>{id}</code>
                </a>
              </p>
              <Values all={all} bytes={bytes} />
            </article>
          );
        })}
      </div>
      <p class="none" hidden>
        No observation matches the filter.
      </p>
    </section>
  );
}

function Values({ all, bytes }: { all: readonly Observation[]; bytes: number }) {
  return (
    <dl class="values">
      {[...grouped(all, ({ value }) => value)].map(([value, same]) => (
        <div key={value}>
          <dt>
            <Clipped text={value} bytes={bytes} />
          </dt>
          <dd>
            <ul class="places">
              {[...new Set(same.map(({ endpoint }) => endpoint))].map((endpoint) => (
                <li key={endpoint}>
                  <code>{placeWords(endpoint)}</code>
                </li>
              ))}
            </ul>
          </dd>
        </div>
      ))}
    </dl>
  );
}
