/**
 * What CI systems obey in the log of a job. Each pattern matches one character, without which
 * nothing is obeyed. A pattern that begins with `atStart` holds at the beginning of a line, where
 * some systems skip white space.
 */
const atStart = String.raw`(?<=^\s*`;
const commands = [
  // GitHub, Gitea and Forgejo: `::error::`.
  `${atStart}:):`,
  // GitHub, Gitea, Azure Pipelines and TeamCity: `##[`, `##vso[`, `##teamcity[`. A new one has the
  // same form.
  String.raw`(?<=#)#(?=[\w.-]*\[)`,
  // GitLab sections and Travis CI folds. Both need more characters, which `plain` escapes too.
  `(?<=(?:section_(?:start|end)|travis_(?:fold|time))):`,
  // Buildkite groups: `--- `, `+++ `, `~~~ ` and `^^^ +++`.
  String.raw`${atStart}--)-(?=\s|$)`,
  String.raw`${atStart}\+\+)\+(?=\s|$)`,
  String.raw`${atStart}~~)~(?=\s|$)`,
  String.raw`${atStart}\^\^)\^(?=\s)`,
];
const obeyed = new RegExp(commands.join('|'), 'gim');

/**
 * Escapes what a CI system would obey: one character, as `\u0023`, so JSON keeps its meaning. Every
 * string from a target passes through here, and again where a line is broken.
 */
export const disarmed = (lines: string): string => lines.replace(obeyed, escaped);

export const escaped = (character: string): string =>
  `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
