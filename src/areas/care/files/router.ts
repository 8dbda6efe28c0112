import { download } from '../../../core/content/download.ts';
import { readableBy, runList } from '../../../core/list/index.ts';
import { byId, done, newId } from '../../../core/records/results.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { deleteFile } from './delete.ts';
import { FILE_NEEDS, files, filesShown } from './list.ts';
import { newFile, uploadFile } from './upload.ts';
import { viewedFile, viewFile } from './view.ts';

/** Documents: papers and photos of customers, services, leads and tickets. Beyond the contract. */
export const fileRouter = router({
  upload: endpoint({
    access: 'file.write',
    rest: ['/file/upload'],
    extension: true,
    repeatable: true,
    upload: true,
    example: { customerid: '1', kind: 'Contract', name: 'Contract of January' },
    summary: 'Store a document',
    description:
      'The body of the request is the file: a JPEG, PNG or WebP picture or a PDF of at most 5 MB, with a `Content-Type` that is no form and no JSON. The parameters are in the address.',
  })
    .input(newFile)
    .output(newId())
    .mutation(({ ctx, input }) => uploadFile(ctx, input)),

  list: endpoint({
    access: 'note.read',
    rest: ['/file/list'],
    extension: true,
    summary: 'Documents of customers, services, leads and tickets',
  })
    .input(files.input)
    .output(files.output)
    .query(({ ctx, input }) => {
      const { permissions } = ctx.actor;
      const list = readableBy(filesShown(permissions), FILE_NEEDS, { permissions, input });
      return runList(ctx.db, list, { ...ctx, input });
    }),

  // A mutation, although it changes nothing, so that the audit records who looked at which paper, and why.
  view: endpoint({
    access: 'note.read',
    rest: ['/file/view'],
    extension: true,
    example: { id: '1' },
    summary: 'A document itself',
    description:
      'Papers of the kinds `Identity`, `Address` and `Caf` need the permission `file.identity` and a `reason`, which the audit keeps.',
  })
    .input(viewedFile)
    .output(download('application/octet-stream'))
    .mutation(({ ctx, input }) => ctx.transaction((tx) => viewFile(tx, ctx, input))),

  delete: endpoint({ access: 'file.write', rest: ['/file/delete'], extension: true, summary: 'Delete a document' })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => deleteFile(tx, ctx, input.id))),
});
