import { runList } from '../../../core/list/index.ts';
import { SOURCE, source } from '../../../core/list/source.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { exportOf } from '../../../rpc/export.ts';
import { archivedAuditEvents, auditEvents, auditFile } from './list.ts';

export const auditRouter = router({
  list: endpoint({
    access: 'audit.read',
    rest: ['/audit/list'],
    extension: true,
    summary: 'Who changed what',
    description: `\`target\` is the record that the call named, such as \`serviceid=12\`, and \`target_name\` its present name. \`preview\` marks a call that only asked what it would do. An event shows at most 100 \`changes\`; \`changes_count\` is their number. ${SOURCE}`,
  })
    .input(auditEvents.input.extend({ source }))
    .output(auditEvents.output)
    .query(({ ctx, input }) =>
      runList(ctx.db, input.source === 'archive' ? archivedAuditEvents : auditEvents, { ...ctx, input }),
    ),

  export: exportOf(auditFile, {
    access: 'audit.read',
    rest: '/audit/export',
    what: 'Audit events, without their changes',
  }),
});
