import { readBackup } from '../areas/installation/backup/restore/backup-file.ts';
import {
  type HighestIds,
  installationNumberOf,
  MAX_INSTALLATIONS,
  moveSequences,
  setInstallationNumber,
} from '../db/installation-number.ts';
import { type Command, CommandError, UsageError } from './command.ts';
import { withDatabase } from './running.ts';

export const installationNumber: Command = {
  usage: '[<number> --above <file>]',
  summary: 'Give this installation its number among those that exchange ISPs, or print it',
  details: [
    `A whole number from 0 to ${MAX_INSTALLATIONS - 1} that no other of your installations has, given once and for ever, before the first tenant`,
    `import. From then on every new id leaves this rest when divided by ${MAX_INSTALLATIONS}, so that no two installations give out the same id`,
    'and an ISP keeps its ids when it moves. It takes a moment, nodes may keep running, and it may be repeated.',
    '--above: a backup, or a file of tenant export, of an installation that had ISPs before it had a number. New ids here begin',
    'above all that it had given out. Say it before this installation has ISPs that exchange with that one.',
  ],
  takes: { min: 0, max: 1 },
  options: { above: { type: 'string' } },
  async run({ config, log, say }, { arguments: [argument], options: { above } }) {
    if (argument !== undefined && !(/^\d{1,2}$/.test(argument) && Number(argument) < MAX_INSTALLATIONS))
      throw new UsageError(`number: must be a whole number from 0 to ${MAX_INSTALLATIONS - 1}`);
    if (above !== undefined && argument === undefined) throw new UsageError('--above: needs the number');
    const past = typeof above === 'string' ? await idsGivenOut(above) : {};
    const known = await withDatabase({ ...config, migrated: true }, log, async (db) => {
      const before = await installationNumberOf(db.pool);
      if (argument === undefined) return before;
      if (before !== null && before !== Number(argument))
        throw new CommandError(
          `This installation has the number ${before}, by which its ids are told apart: it stays.`,
        );
      await db.transaction(async (tx) => {
        await setInstallationNumber(tx, Number(argument));
        await moveSequences(tx, past);
      });
      return Number(argument);
    });
    say(known === null ? 'This installation has no number.' : `This installation has the number ${known}.`);
  },
};

/** By the installation that the file comes from. */
async function idsGivenOut(file: string): Promise<HighestIds> {
  const { trailer } = await readBackup(file);
  return Object.fromEntries(Object.entries(trailer.sequences).map(([sequence, id]) => [sequence, BigInt(id)]));
}
