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
  summary: 'Set the number of this installation, so that ISPs can move between installations, or print it',
  details: [
    `A whole number from 0 to ${MAX_INSTALLATIONS - 1}. Give each of your installations a different one, before its first tenant import; it never changes.`,
    `From then on every new id is the number modulo ${MAX_INSTALLATIONS}, so that no two installations issue the same id and an ISP keeps`,
    'its ids when it moves. It takes a moment, nodes may keep running, and repeating it is harmless.',
    '--above: a backup or a tenant export of an installation that had ISPs before it had a number. New ids here start above all',
    'the ids in it. Use it before this installation exchanges ISPs with that one.',
  ],
  takes: { min: 0, max: 1 },
  options: { above: { type: 'string' } },
  async run({ config, log, say }, { arguments: [argument], options: { above } }) {
    if (argument !== undefined && !(/^\d{1,2}$/.test(argument) && Number(argument) < MAX_INSTALLATIONS))
      throw new UsageError(`the number must be a whole number from 0 to ${MAX_INSTALLATIONS - 1}`);
    if (above !== undefined && argument === undefined) throw new UsageError('--above needs the number too');
    const past = typeof above === 'string' ? await idsGivenOut(above) : {};
    const known = await withDatabase({ ...config, migrated: true }, log, async (db) => {
      const before = await installationNumberOf(db.pool);
      if (argument === undefined) return before;
      if (before !== null && before !== Number(argument))
        throw new CommandError(
          `This installation already has the number ${before}, which its ids depend on. It cannot change.`,
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
