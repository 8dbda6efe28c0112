interface Usage {
  readonly usage: string;
}

const ROW = /^\| `([a-z][^`]*)` \|/gm;

/** The table under "Operator commands" lists each command of the CLI with the arguments it takes, and no other. */
export function commandComplaints(readme: string, commands: Readonly<Record<string, Usage>>): string[] {
  const section = readme.split(/^## /m).find((part) => part.startsWith('Operator commands')) ?? '';
  const listed = [...section.matchAll(ROW)].map(([, call = '']) => call);
  const actual = Object.entries(commands).map(([name, { usage }]) => `${name} ${usage}`.trim());
  return [
    ...actual
      .filter((call) => !listed.includes(call))
      .map((call) => `README.md: does not list the command \`${call}\``),
    ...listed
      .filter((call) => !actual.includes(call))
      .map((call) => `README.md: lists \`${call}\`, which is no command`),
  ];
}
