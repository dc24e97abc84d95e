import type { Result } from '../engine/result.ts';
import { present } from './counted.ts';
import { settingsOf } from './profile-words.ts';

export type Difference = Readonly<{
  /** What differs, such as `seed`. */
  of: string;
  before: string;
  after: string;
  /** The difference in words, such as `the later run does not claim users`. */
  text: string;
}>;

type Compared = Readonly<{
  of: string;
  value: (result: Result) => string;
  /** Continues `the earlier run` or `the later run`. */
  does?: (value: string) => string;
  /** Replaces `does`, if a value is a list. */
  text?: (before: Result, after: Result) => string;
}>;

const compared: readonly Compared[] = [
  { of: 'target', value: targetText, does: (target) => `tested ${target}` },
  {
    of: 'build',
    value: ({ target }) => target.build ?? '',
    does: (build) => (build ? `names build ${build}` : 'names no build'),
  },
  { of: 'claim', value: ({ claim }) => claim.join(', '), text: claimText },
  {
    of: 'catalogue',
    value: ({ specification }) => specification.catalogueSha256.slice(0, 12),
    does: (id) => `has catalogue ${id}`,
  },
  { of: 'profile', value: ({ profile }) => JSON.stringify(profile), text: profileText },
  { of: 'depth', value: ({ run }) => run.depth, does: (depth) => `has depth ${depth}` },
  { of: 'seed', value: ({ run }) => String(run.seed), does: (seed) => `has seed ${seed}` },
  {
    of: 'strict',
    value: ({ run }) => (run.strict ? 'yes' : 'no'),
    does: (strict) => `is ${strict === 'yes' ? '' : 'not '}strict`,
  },
  {
    of: 'shard',
    value: ({ run }) => (run.shard ? `${run.shard.index} of ${run.shard.total}` : ''),
    does: (shard) => (shard ? `is shard ${shard}` : 'is no shard'),
  },
  {
    of: 'harness',
    value: ({ harness }) => harness.version,
    does: (version) => `has version ${version} of the harness`,
  },
  {
    of: 'end',
    value: ({ interrupted }) => interrupted ?? '',
    does: (why) => (why ? `ended early (${why})` : 'was complete'),
  },
];

export const compareRuns = (before: Result, after: Result): readonly Difference[] =>
  compared
    .map(({ of, value, does, text }) => {
      const [was, is] = [value(before), value(after)];
      const words = does
        ? `the earlier run ${does(was)}, and the later run ${does(is)}`
        : (text?.(before, after) ?? of);
      return { of, before: was, after: is, text: words };
    })
    .filter((difference) => difference.before !== difference.after);

/** The embedded reference implementation listens on a new port in every run. */
function targetText({ target }: Result) {
  return target.implementation === 'embedded reference implementation'
    ? `the ${target.implementation}`
    : target.baseUrl;
}

function claimText({ claim: before }: Result, { claim: after }: Result) {
  const texts = bothWays(before, after, (areas, run) => {
    const listed = new Intl.ListFormat('en-GB').format(areas);
    return `the ${run === 'earlier' ? 'later' : 'earlier'} run does not claim ${listed}`;
  });
  return texts.join(', and ') || 'the runs claim the same areas in another order';
}

const mostSentences = 5;

function profileText({ profile: before }: Result, { profile: after }: Result) {
  const texts = bothWays(sentences(before), sentences(after), (only, run) => {
    const more = only.length > mostSentences ? [`and ${only.length - mostSentences} more.`] : [];
    const listed = [...only.slice(0, mostSentences), ...more].join(' ');
    return `only the ${run} run declares: ${listed}`;
  });
  return texts.join(' And ') || 'the runs declare the same endpoints with different details';
}

function bothWays(
  before: readonly string[],
  after: readonly string[],
  say: (only: readonly string[], run: 'earlier' | 'later') => string,
) {
  const onlyBefore = before.filter((one) => !after.includes(one));
  const onlyAfter = after.filter((one) => !before.includes(one));
  return present(
    onlyBefore.length > 0 && say(onlyBefore, 'earlier'),
    onlyAfter.length > 0 && say(onlyAfter, 'later'),
  );
}

const sentences = (profile: Result['profile']) => [
  ...settingsOf(profile),
  ...profile.endpoints.map(({ method, path, area }) => `${method} ${path} belongs to ${area}.`),
  ...profile.waivers.map(({ id, reason }) => `${id} is waived (${reason}).`),
];
