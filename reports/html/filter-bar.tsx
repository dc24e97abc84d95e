import { everyEndpoint, groupsOf, type Place, placeWords } from './places.ts';
import type { Shown } from './visible.ts';
import { outcomeWords } from './words.ts';

/** Hidden until the page's script enables it. */
export function FilterBar({ result, places }: { result: Shown; places: readonly Place[] }) {
  const { shared, own } = groupsOf(result);
  const areas = [...new Set(result.requirements.map(({ area }) => area))].filter(
    (area) => area !== everyEndpoint,
  );
  const choices: readonly (readonly [name: string, label: string, of: readonly string[]])[] = [
    ['outcome', 'Outcome', [...Object.keys(outcomeWords), 'waived']],
    ['level', 'Level', ['must', 'should', 'observe']],
    ['area', 'Area', areas],
    ['group', 'Group', [...own, ...shared]],
  ];
  return (
    <search id="filters" hidden aria-label="Filter findings, requirements and observations">
      <form>
        <label class="text">
          Text
          <input type="search" name="text" autocomplete="off" spellcheck={false} />
        </label>
        {choices.map(([name, label, of]) => (
          <Choice key={name} name={name} label={label} of={of} />
        ))}
        <label>
          Endpoint
          <select name="endpoint">
            <option value="">any</option>
            {places.map(({ endpoint, area }) => (
              <option key={endpoint} value={endpoint} data-area={area}>
                {placeWords(endpoint)}
              </option>
            ))}
          </select>
        </label>
        <button type="reset">Clear</button>
        <button type="button" id="unfold" aria-pressed="false">
          Open all
        </button>
        <p role="status" id="filtered" />
      </form>
    </search>
  );
}

function Choice({ name, label, of }: { name: string; label: string; of: readonly string[] }) {
  return (
    <label>
      {label}
      <select name={name}>
        <option value="">any</option>
        {of.map((value) => (
          <option key={value} value={value}>
            {name === 'outcome' ? value.replace('-', ' ') : value}
          </option>
        ))}
      </select>
    </label>
  );
}
