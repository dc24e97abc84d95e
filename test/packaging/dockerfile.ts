export interface Line {
  readonly instruction: string;
  readonly argument: string;
}

/** Returns the instructions of a Dockerfile, with continued lines joined. */
export function dockerfile(text: string): readonly Line[] {
  return text
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, instruction = '', argument = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
      return { instruction, argument };
    });
}
