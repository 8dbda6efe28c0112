import { createHash } from 'node:crypto';
import { keyOf, type Table } from '../backup/format.ts';

/**
 * Tables whose rows jobs count anew or remove when they are old, whatever happens to the ISP: they may differ a minute after the
 * export, and nothing is lost by that.
 */
const UNCOMPARED = new Set([
  'auth.audit_chain',
  'auth.audit_seal',
  'auth.audit_unsealed',
  'auth.login_session',
  'auth.sign_in_code',
  'auth.subscriber_session',
  'crm.broadcast',
  'crm.care_caller',
  'crm.care_count',
  'crm.care_watch',
  'crm.event',
  'crm.hotspot_device',
  'crm.idempotency_key',
  'crm.notice_message',
  'crm.notice_progress',
  'crm.number_reading',
  'crm.outbox',
  'crm.prepared_report',
  'crm.prepared_report_part',
  'crm.renewal_tally',
  'crm.sender_pace',
  'crm.service_tally',
  'crm.unnumbered_event',
  'crm.webhook_delivery',
  'radius.alert',
  'radius.alert_sign',
  'radius.hotspot_ticket',
  'radius.nas_api',
  'radius.nas_heard',
  'radius.nas_pulse',
  'radius.nas_pulse_hour',
  'radius.nas_tally',
  'radius.pool_peak',
  'radius.plan_traffic_hour',
  'radius.pulse',
  'radius.pulse_hour',
  'radius.refusal_hour',
  'radius.traffic_hour',
  'radius.traffic_seen',
]);

/** Columns that a job refreshes, or that an import seals with another key. A change of a secret shows in updated_at. */
const UNCOMPARED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  'auth.audit_erasure': ['proof_enc'],
  'auth.second_factor': ['secret_enc'],
  'crm.customer': ['e164', 'other_e164'],
  'crm.file': ['key_enc'],
  'crm.lead': ['e164', 'other_e164'],
  'crm.payment_gateway': ['key_secret_enc', 'webhook_secret_enc'],
  'crm.service': ['password_enc'],
  'crm.notice': ['volumes_passed'],
  'crm.notice_sender': ['secret_enc'],
  'radius.nas': ['secret_enc', 'api_password_enc', 'uam_secret_enc'],
  'crm.hotspot_key': ['key_enc'],
  'crm.hotspot_code': ['code_enc'],
  'radius.proxy': ['secret_enc'],
  'crm.webhook': [
    'secret_enc',
    'previous_secret_enc',
    'cursor',
    'attempts',
    'failing_since',
    'retry_at',
    'leased_until',
    'revision',
    'accepted_at',
    'last_error',
  ],
  'radius.usage': ['listed_bytes'],
};

/** Jobs move sessions from the first to the second table. What they have in common and a NAS can change is compared. */
const SESSIONS = ['radius.session', 'radius.session_log', 'crm_archive.session_log'];
const SESSION_COLUMNS = ['id', 'service_id', 'updated_at', 'ended_at', 'session_time', 'in_bytes', 'out_bytes'];

const NEWLINE = 0x0a;
const MODULUS = 1n << 256n;

/** A sum over the rows of each table, or group of tables, that does not depend on their order. */
export class Fingerprints {
  readonly #sums = new Map<string, bigint>();

  /** Adds rows in COPY's text format, of all columns of the table, in blocks of whole lines or not. Returns their number. */
  async add(table: Table, rows: AsyncIterable<Buffer>): Promise<number> {
    const name = SESSIONS.includes(keyOf(table)) ? 'sessions' : keyOf(table);
    const columns = comparedColumns(table);
    let sum = this.#sums.get(name) ?? 0n;
    let count = 0;
    let rest: Buffer = Buffer.alloc(0);
    for await (const block of rows) {
      const lines = rest.length === 0 ? block : Buffer.concat([rest, block]);
      let from = 0;
      for (let end = lines.indexOf(NEWLINE); end >= 0; end = lines.indexOf(NEWLINE, from)) {
        if (columns) sum += digestOf(lines.subarray(from, end), columns);
        count += 1;
        from = end + 1;
      }
      rest = Buffer.from(lines.subarray(from));
    }
    if (columns) this.#sums.set(name, sum % MODULUS);
    return count;
  }

  /** The tables, or groups, in which the rows differ. */
  differing(other: Fingerprints): string[] {
    const names = new Set([...this.#sums.keys(), ...other.#sums.keys()]);
    return [...names].filter((name) => this.#sums.get(name) !== other.#sums.get(name)).sort();
  }
}

/** Positions of the columns; null if the table is not compared. */
function comparedColumns(table: Table): readonly number[] | null {
  const name = keyOf(table);
  if (UNCOMPARED.has(name)) return null;
  if (SESSIONS.includes(name)) return SESSION_COLUMNS.map((column) => table.columns.indexOf(column));
  const left = UNCOMPARED_COLUMNS[name] ?? [];
  return table.columns.flatMap((column, at) => (left.includes(column) ? [] : [at]));
}

/** A tab within a value is written `\t`, so it separates. */
function digestOf(line: Buffer, columns: readonly number[]): bigint {
  const values = line.toString('latin1').split('\t');
  const text = columns.map((at) => values[at]).join('\t');
  return BigInt(`0x${createHash('sha256').update(text, 'latin1').digest('hex')}`);
}
