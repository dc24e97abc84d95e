import { describe, expect, test } from 'vitest';
import type { Result } from '../../engine/result.ts';
import { renderAnnotations } from '../../reports/annotations.ts';
import { hostileStrings, poison } from './hostile-strings.ts';
import { conformant, empty, interrupted, nonConformant } from './results.ts';

interface Command {
  readonly name: string;
  readonly title: string;
  readonly data: string;
}

/** The commands that the runner of GitHub sees in a log, by its own rules, whichever they are. */
function obeyed(log: string): readonly Command[] {
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

function countOf(log: string, name: string): number {
  return obeyed(log).filter((command) => command.name === name).length;
}

describe('annotations', () => {
  test('are the first ten failures and the first ten warnings, and one notice for the rest', async () => {
    const result = nonConformant;
    const log = renderAnnotations(result);
    const [failed, warned] = (['fail', 'warn'] as const).map(
      (kind) => result.failures.filter(({ outcome }) => outcome === kind).length,
    );
    expect(failed).toBeGreaterThan(10);
    expect(warned).toBeGreaterThan(10);
    expect(countOf(log, 'error')).toBe(10);
    expect(countOf(log, 'warning')).toBe(10);
    expect(countOf(log, 'notice')).toBe(1);
    expect(obeyed(log).at(-1)?.data).toContain(`${(failed ?? 0) + (warned ?? 0) - 20} further findings in the report`);
    expect(log.split('\n')).toHaveLength(22);
  });

  test('are nothing for a conformant result', async () => {
    expect(renderAnnotations(conformant)).toBe('');
  });

  test('tell of errors of the harness and of the end of a run', async () => {
    expect(renderAnnotations(empty)).toMatch(/^::error title=error of the harness in worker::it ended before/m);
    expect(renderAnnotations(interrupted)).toMatch(/^::error title=the run ended early::SIGINT$/m);
  });

  test('name requirement, cause, endpoint, what was expected and what came', async () => {
    const result = nonConformant;
    const failure = result.failures.find(({ outcome }) => outcome === 'fail');
    const [first] = obeyed(renderAnnotations(result));
    expect(first?.title).toBe(`${failure?.requirement}%3A ${failure?.cause}`);
    expect(first?.data).toContain(`On ${failure?.places[0]?.endpoint}`);
    expect(first?.data).toContain(failure?.expected);
  });

  test('are no more and no other commands whatever a target says', async () => {
    const result = await few();
    const wanted = obeyed(renderAnnotations(poison(result, 'text'))).map(({ name }) => name);
    const payloads = [...hostileStrings, '::stop-commands::x', ' \u3000::add-mask::x', '##[add-mask]x', 'x::error::y'];
    for (const payload of payloads) {
      const commands = obeyed(renderAnnotations(poison(result, payload)));
      expect(
        commands.map(({ name }) => name),
        payload,
      ).toEqual(wanted);
      expect(
        commands.every(({ title }) => !/[,:]/.test(title)),
        payload,
      ).toBe(true);
    }
  });

  test('that somebody else would start are seen', () => {
    expect(obeyed('x\n ::stop-commands::y\n2 ##[add-mask]z').map(({ name }) => name)).toEqual([
      'stop-commands',
      '##[add-mask',
    ]);
  });

  test('keep a percent sign a percent sign', async () => {
    const commands = obeyed(renderAnnotations(poison(await few(), '50%0A, a: b')));
    const first = commands.find(({ title }) => title.startsWith('error of the harness'));
    expect(first?.title).toContain('50%250A%2C a%3A b');
    expect(first?.data).toContain('50%250A, a: b');
  });
});

async function few(): Promise<Result> {
  const result = nonConformant;
  return { ...result, failures: result.failures.slice(0, 8), requirements: result.requirements.slice(0, 10) };
}
