import { readFile } from 'node:fs/promises';
import { validate } from 'ctrf';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { parse } from 'parse5';
import { validateXML } from 'xmllint-wasm';

/** Returns the reasons why documents are invalid or contain injections. */
export type Problems = (
  ...documents: readonly string[]
) => readonly string[] | Promise<readonly string[]>;

const ofEach =
  (problems: (document: string) => readonly string[]): Problems =>
  (...documents) =>
    documents.flatMap(problems);

/**
 * What CI systems obey in a log, by their own rules, in a line without colours. Public case:
 * `##teamcity[` in a test's output, https://github.com/cockroachdb/cockroach/issues/112507.
 */
const obeyedBy: Readonly<Record<string, RegExp>> = {
  // https://docs.github.com/actions/reference/workflow-commands-for-github-actions, also Gitea and
  // Forgejo
  GitHub: /^\s*::|##\[/,
  // https://learn.microsoft.com/azure/devops/pipelines/scripts/logging-commands
  Azure: /##vso\[|##\[/i,
  // https://www.jetbrains.com/help/teamcity/service-messages.html
  TeamCity: /##teamcity\[/i,
  // https://docs.gitlab.com/ci/jobs/job_logs/#custom-collapsible-sections
  GitLab: /section_(start|end):/,
  Travis: /travis_(fold|time):/,
  // https://buildkite.com/docs/pipelines/configure/managing-log-output
  Buildkite: /^\s*(---|\+\+\+|~~~)(\s|$)|^\s*\^\^\^\s+\+\+\+/,
};
const colour = /\u001b\[[\d;]*m/g;

/** Returns the lines that a CI system would obey. */
export const obeyedLines = (log: string): readonly string[] =>
  log
    .replaceAll(colour, '')
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .flatMap((line) => {
      const [system] = Object.entries(obeyedBy).find(([, rule]) => rule.test(line)) ?? [];
      return system === undefined ? [] : [`${system}: ${line}`];
    });

/** Finds commands that CI systems execute from a log, and terminal sequences. */
export const inConsole = ofEach((log) => {
  const sequences = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/i;
  return [...obeyedLines(log), ...(sequences.exec(log) ?? [])];
});

export interface Command {
  readonly name: string;
  readonly title: string;
  readonly data: string;
}

/** Returns the commands that GitHub's runner executes from a log, by its own rules. */
export function commandsIn(log: string): readonly Command[] {
  return log.split(/\r\n|[\n\r\u0085\u2028\u2029]/).flatMap((line): Command[] => {
    const [, info = '', data = ''] = /^\s*::(.*?)::(.*)$/.exec(line) ?? [];
    if (info !== '') {
      const [, name = '', properties = ''] = /^(\S+) ?(.*)$/.exec(info) ?? [];
      return [{ name, title: /(?:^|,)title=([^,]*)/.exec(properties)?.[1] ?? '', data }];
    }
    const older = /##\[([^\s\]]*)[^\]]*\](.*)$/.exec(line);
    return older ? [{ name: `##[${older[1]}`, title: '', data: older[2] ?? '' }] : [];
  });
}

export const inAnnotations = ofEach((log) => [
  ...commandsIn(log).flatMap(({ name, title }) =>
    /^(error|warning|notice)$/.test(name) && !/[,:]/.test(title) ? [] : [`${name} ${title}`],
  ),
  ...obeyedLines(log.replace(/^::/gm, '')),
]);

export const inCtrf = ofEach((text) => [
  ...(validate(JSON.parse(text)).errors?.map((error) => JSON.stringify(error)) ?? []),
  ...stringsIn(JSON.parse(text)).flatMap(obeyedLines),
]);

/** Returns every string in a JSON value. Readers print them. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

const asFiles = (documents: readonly string[]) =>
  documents.map((contents, at) => ({ fileName: `document-${at}.xml`, contents }));

export const inJunit: Problems = async (...documents) => {
  const schema = await readFile(new URL('junit.xsd', import.meta.url), 'utf8');
  const memory = { initialMemoryPages: 2_048, maxMemoryPages: 8_192 };
  const { errors } = await validateXML({ xml: asFiles(documents), schema, ...memory });
  return [...errors.map(({ rawMessage }) => rawMessage), ...documents.flatMap(obeyedLines)];
};

export const inBadge: Problems = async (...documents) => {
  const { errors } = await validateXML({ xml: asFiles(documents), normalization: 'format' });
  const active = documents.flatMap(
    (svg) => /<(a|script|image|foreignObject)\b|\bhref|\bon\w+=/.exec(svg) ?? [],
  );
  return [...errors.map(({ rawMessage }) => rawMessage), ...active];
};

/** Finds HTML parse errors (HTML standard, section 13.2.2). */
export const inHtml = ofEach((html) => {
  const errors: string[] = [];
  parse(html, {
    onParseError: ({ code, startLine, startCol }) =>
      errors.push(`${code} at ${startLine}:${startCol}`),
  });
  return errors;
});

/** Returns every node of the Markdown as GitHub parses it. */
export function nodesIn(markdown: string): readonly Nodes[] {
  const all = (node: Nodes): Nodes[] => [
    node,
    ...('children' in node ? node.children.flatMap(all) : []),
  ];
  return all(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }));
}

/**
 * Plain text that GitHub turns into something else: mentions, issues, commits, URLs, shortcodes,
 * formulas.
 */
const live = [
  /(^|[^\w`])@\w/,
  /(^|\W)#\d/,
  /\bGH-\d/i,
  /\b[0-9a-f]{7,40}\b/,
  /https?:|www\.|\w@\w/i,
  /:[a-z_]+:/,
  /\$/,
];
const unseen = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

export const inMarkdown = ofEach((markdown) => {
  const harmless = new Set([
    ...['root', 'heading', 'paragraph', 'text', 'strong', 'inlineCode', 'list', 'listItem'],
    ...['table', 'tableRow', 'tableCell', 'code'],
  ]);
  const ours = ['<details><summary>Reproduce it</summary>', '</details>'];
  const dangers = nodesIn(markdown).flatMap((node) => {
    if (node.type === 'html' && ours.includes(node.value)) return [];
    if (!harmless.has(node.type)) return [`a node of type ${node.type}`];
    const found =
      node.type === 'text' ? live.find((pattern) => pattern.test(node.value)) : undefined;
    return found ? [`${found} in ${JSON.stringify(node)}`] : [];
  });
  return [...dangers, ...obeyedLines(markdown), ...(unseen.exec(markdown) ?? [])];
});
