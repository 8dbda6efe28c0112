import { z } from 'zod';
import { Download, download } from '../../core/download.ts';
import { oneOf } from '../../core/wire/index.ts';
import { endpoint, router } from '../../rpc/endpoint.ts';
import { backupConnectionsOf } from './connections.ts';
import { DATABASES } from './databases.ts';
import { fileName } from './file-name.ts';
import { takeBackup } from './take.ts';

const MEDIA_TYPE = 'application/octet-stream';

/** Contract 4.12. */
export const backupRouter = router({
  db: endpoint({
    access: 'backup.read',
    rest: ['/backup/db'],
    summary: 'Back up a database',
    description:
      'For the server administrator. Answers with a file, made afresh for each call, that the command `restore` loads ' +
      'into an empty database. A file that was cut off is recognised by it.',
  })
    .input(z.strictObject({ db: oneOf(DATABASES) }))
    .output(download(MEDIA_TYPE))
    // It changes nothing; a mutation, so that the audit tells who took which data away.
    .mutation(({ ctx: { kernel }, input }) => {
      backupConnectionsOf(kernel.db).refuseWhenFull();
      return new Download(takeBackup(kernel, [input.db]), {
        filename: fileName([input.db], kernel.clock.now()),
        mediaType: MEDIA_TYPE,
      });
    }),
});
