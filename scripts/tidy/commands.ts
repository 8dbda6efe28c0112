interface Usage {
  readonly usage: string;
}

const ROW = /^\| `([a-z][^`]*)` \|/gm;

/** The page of the operator's commands lists each command of the CLI with the arguments it takes, and no other. */
export function commandComplaints(page: string, commands: Readonly<Record<string, Usage>>): string[] {
  const listed = [...page.matchAll(ROW)].map(([, call = '']) => call);
  const actual = Object.entries(commands).map(([name, { usage }]) => `${name} ${usage}`.trim());
  return [
    ...actual
      .filter((call) => !listed.includes(call))
      .map((call) => `docs/operate/commands.md: does not list the command \`${call}\``),
    ...listed
      .filter((call) => !actual.includes(call))
      .map((call) => `docs/operate/commands.md: lists \`${call}\`, which is no command`),
  ];
}
