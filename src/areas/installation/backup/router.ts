import { z } from 'zod';
import { Download, download } from '../../../core/content/download.ts';
import { oneOf } from '../../../core/wire/index.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { backupConnectionsOf } from './connections.ts';
import { DATABASES } from './databases.ts';
import { fileName, takeBackup } from './take.ts';

const MEDIA_TYPE = 'application/octet-stream';

/** Contract 4.12. */
export const backupRouter = router({
  db: endpoint({
    access: 'backup.read',
    rest: ['/backup/db'],
    confirmed: true,
    summary: 'Back up a database',
    description:
      'For the server administrator. Returns a new backup file, which the command `restore` loads into an empty database. ' +
      '`restore` refuses an incomplete file.',
  })
    .input(z.strictObject({ db: oneOf(DATABASES) }))
    .output(download(MEDIA_TYPE))
    // Changes nothing; it is a mutation so that the audit records who took which data.
    .mutation(({ ctx: { kernel }, input }) => {
      backupConnectionsOf(kernel.db).refuseWhenFull();
      return new Download(takeBackup(kernel, [input.db]), {
        filename: fileName([input.db], kernel.clock.now()),
        mediaType: MEDIA_TYPE,
      });
    }),
});
