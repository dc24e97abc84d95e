import { Command, Option } from 'commander';
import table from './commands.json' with { type: 'json' };
import { schemaAt } from './config/schema-keys.ts';
import { describeVariables, optionName, settings } from './config/settings.ts';
import { InputError } from './exit.ts';

type OptionRow = Readonly<{
  flags: string;
  help: string;
  required?: boolean;
  repeatable?: boolean;
  conflicts?: readonly string[];
}>;

type CommandRow = Readonly<{
  usage: string;
  help: string;
  /** A name stands for a setting or an option that several commands share. */
  options: readonly (string | OptionRow)[];
  text?: readonly string[];
  examples: readonly string[];
}>;

/**
 * A command whose options have any number of names, such as `-o, --out, --output <dir>`: commander
 * supports one short and one long name. Each further name is a hidden option for the same
 * attribute.
 */
export class AliasingCommand extends Command {
  override createCommand(name?: string): AliasingCommand {
    return new AliasingCommand(name);
  }

  override createOption(flags: string, description?: string): Option {
    const option = new Option(
      flags.replace(/^((?:-\w, )?--[\w-]+)(?:, --[\w-]+)*/, '$1'),
      description,
    );
    option.flags = flags;
    return option;
  }

  override addOption(option: Option): this {
    super.addOption(option);
    const [, names = '', value = ''] = /^([-\w, ]*[\w-])(.*)$/.exec(option.flags) ?? [];
    for (const name of names.split(', ')) {
      if (name === option.short || name === option.long) continue;
      const alias = new Option(`${name}${value}`).hideHelp();
      alias.attributeName = () => option.attributeName();
      super.addOption(alias);
    }
    return this;
  }
}

const shared: ReadonlyMap<string, OptionRow> = new Map(
  [...ofSettings(), ...table.shared].map((row) => [optionName(row.flags), row]),
);

function ofSettings() {
  return settings.flatMap(({ key, variable, option: flags, help = '' }) => {
    if (flags === undefined) return [];
    if (variable === undefined) return [{ flags, help }];
    const isSwitch = schemaAt(key.split('.'))?.type === 'boolean';
    return [{ flags, help: `${help} [${variable}${isSwitch ? '=1' : ''}]` }];
  });
}

/** Adds the commands of the table. `act` runs one with its arguments and options. */
export function addCommands(
  program: Command,
  act: (name: string, args: readonly unknown[]) => Promise<void>,
): void {
  for (const { usage, help, options, text, examples } of table.commands as readonly CommandRow[]) {
    const command = program.command(usage).description(help);
    for (const option of options) addRow(command, option);
    const said = (text ?? []).flatMap((line) => (line === '{{variables}}' ? variables() : [line]));
    const shown = examples.map((example) => `  $ ${example}`);
    command
      .addHelpText('after', ['', ...said, ...(text ? [''] : []), 'Examples:', ...shown].join('\n'))
      .action((...args: unknown[]) => act(command.name(), args.slice(0, -1)));
  }
}

function addRow(command: Command, row: string | OptionRow) {
  const { flags, help, required, repeatable, conflicts } =
    typeof row === 'string' ? (shared.get(row) ?? { flags: row, help: '' }) : row;
  const option = command.createOption(flags, help).makeOptionMandatory(required ?? false);
  if (repeatable) {
    option.argParser((value: string, before: readonly string[] = []) => [...before, value]);
  }
  command.addOption(conflicts ? option.conflicts([...conflicts]) : option);
}

function variables() {
  const others = describeVariables().filter(({ flag }) => flag === undefined);
  const width = Math.max(...others.map(({ name }) => name.length));
  return others.map(({ name, meaning }) => `  ${name.padEnd(width)}  ${meaning}`);
}

type GlobalOptions = Readonly<{
  /** False: `--no-color`. */
  color?: 'auto' | 'always' | 'never' | false;
  /** False: `--no-pager`. */
  pager?: boolean;
}>;

/** The code that colours and pages reads only these variables. */
export function applyGlobalOptions(
  { color = 'auto', pager }: GlobalOptions,
  env: NodeJS.ProcessEnv,
): void {
  if (pager === false) env['PAGER'] = '';
  if (color === 'auto') return;
  delete env['NO_COLOR'];
  env['FORCE_COLOR'] = color === 'always' ? '1' : '0';
}

/** Empty, as by an unset variable of a script. */
export function requirePaths(options: Readonly<Record<string, unknown>>): void {
  for (const [name, option] of Object.entries({
    out: 'out',
    dir: 'dir',
    config: 'config',
    knownFailures: 'known-failures',
  }))
    if (options[name] === '')
      throw new InputError(`--${option}: found an empty string; accepted: a path.`);
}
