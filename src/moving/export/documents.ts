import { sql } from '../../db/sql.ts';
import type { ExportedFile } from './tables.ts';
import { address, day, same, text } from './texts.ts';

const SERVICE = { service: text('x.service_id'), username: text('s.username'), customer: text('x.customer_id') };

/** What was billed and paid: to be kept, since an import takes only balances. */
export const DOCUMENTS: readonly ExportedFile[] = [
  {
    file: 'invoices.csv',
    columns: {
      ...{
        id: text('x.id'),
        document_no: text('x.document_no'),
        issued_on: day('x.issued_on'),
        due_on: day('x.due_on'),
      },
      ...SERVICE,
      ...same('currency', 'net', 'tax', 'total', 'paid_amt'),
    },
    from: (isp) => sql`crm.invoice x JOIN crm.service s ON s.id = x.service_id WHERE x.isp_id = ${isp} ORDER BY x.id`,
  },
  {
    file: 'payments.csv',
    columns: {
      ...{ id: text('x.id'), paid_on: day('x.paid_on') },
      ...SERVICE,
      ...same('amt', 'mode', 'status', 'ref_no', 'ref_bank', 'cancel_reason'),
      ...{ ref_date: day('x.ref_date'), created_at: text('x.created_at') },
    },
    from: (isp) => sql`crm.payment x JOIN crm.service s ON s.id = x.service_id WHERE x.isp_id = ${isp} ORDER BY x.id`,
  },
];

/** The sessions that began in a month, `yyyy-mm` of UTC. */
export const sessionsOf = (month: string): ExportedFile => ({
  file: `sessions-${month}.csv`,
  columns: {
    ...same('username', 'service_id', 'nas_id', 'acct_session_id', 'mac', 'started_at', 'ended_at', 'session_time'),
    ...same('in_bytes', 'out_bytes', 'terminate_cause'),
    ...{ nas_ip: address('x.nas_ip'), ip: address('x.ip') },
  },
  from: (isp) => {
    const columns = sql`isp_id, username, service_id, nas_id, acct_session_id, mac, started_at, ended_at, session_time,
      in_bytes, out_bytes, terminate_cause, nas_ip, ip`;
    const first = `${month}-01`;
    const within = sql`isp_id = ${isp} AND started_at >= ${first}::date::timestamp AT TIME ZONE 'UTC'
      AND started_at < (${first}::date + interval '1 month') AT TIME ZONE 'UTC'`;
    return sql`(SELECT ${columns} FROM radius.session_all WHERE ${within}
      UNION ALL SELECT ${columns} FROM crm_archive.session_log WHERE ${within}) x ORDER BY x.started_at`;
  },
});
