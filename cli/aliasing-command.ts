import { Command, Option } from 'commander';

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
    // The help shows all names.
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
