import { runList } from '../../core/list/index.ts';
import { endpoint, router } from '../../rpc/endpoint.ts';
import { SOURCE, source } from '../archive/source.ts';
import { archivedAuditEvents, auditEvents } from './list.ts';

export const auditRouter = router({
  list: endpoint({
    access: 'audit.read',
    rest: ['/audit/list'],
    extension: true,
    summary: 'Who changed what',
    description: `\`target\` names the record as the call did, such as \`serviceid=12\`. At most 100 \`changes\` of an event are shown, and \`changes_count\` says how many there are. ${SOURCE}`,
  })
    .input(auditEvents.input.extend({ source }))
    .output(auditEvents.output)
    .query(({ ctx, input }) =>
      runList(ctx.db, input.source === 'archive' ? archivedAuditEvents : auditEvents, { ...ctx, input }),
    ),
});
