import { CELLS, cellOf, setCell } from '../db/cell.ts';
import { type Command, CommandError, UsageError } from './command.ts';
import { withDatabase } from './running.ts';

export const cellNumber: Command = {
  usage: '[<number>]',
  summary: 'Give this installation its number among those that exchange ISPs, or print it',
  details: [
    `A whole number from 0 to ${CELLS - 1} that no other of your installations has, given once and for ever, before the first tenant`,
    `import. From then on every new id leaves this rest when divided by ${CELLS}, so that no two installations give out the same id`,
    'and an ISP keeps its ids when it moves. It takes a moment, and nodes may keep running. Run it again with the same number if',
    'you are not sure that it was finished.',
  ],
  takes: { min: 0, max: 1 },
  async run({ config, log, say }, { arguments: [argument] }) {
    if (argument !== undefined && !(/^\d{1,2}$/.test(argument) && Number(argument) < CELLS))
      throw new UsageError(`number: must be a whole number from 0 to ${CELLS - 1}`);
    const known = await withDatabase({ ...config, migrated: true }, log, async (db) => {
      const before = await cellOf(db.pool);
      if (argument === undefined) return before;
      if (before !== null && before !== Number(argument))
        throw new CommandError(
          `This installation has the number ${before}, by which its ids are told apart: it stays.`,
        );
      await db.transaction((tx) => setCell(tx, Number(argument)));
      return Number(argument);
    });
    say(known === null ? 'This installation has no number.' : `This installation has the number ${known}.`);
  },
};
