import type pg from 'pg';
import type { SecretsKeys } from '../../../../config/secrets-keys.ts';
import { query, sql } from '../../../../db/sql.ts';
import { checkEvent, iso, type StoredSeal } from './check-event.ts';
import { digestedEvent, milliseconds } from './digest.ts';
import { explainErased, readErasers, readWaiting } from './erased.ts';
import { Findings } from './findings.ts';
import { firstHead, headOf } from './head.ts';
import { findUnsealed } from './unsealed.ts';

/** Of one statement, so that memory does not grow with the audit. */
const BATCH = 500;
/** Retention keeps at least this many days (config/archive.ts). */
const KEPT_DAYS = 31;

/** What a chain proves of the events of an ISP; 0 is the installation. */
export interface VerifiedChain {
  readonly ispId: number;
  /** Events whose seals were checked. */
  readonly sealed: number;
  /** Of those, events that retention has removed. */
  readonly removed: number;
  /** Of those, events from which an erasure has taken what they told of a person. */
  readonly erased: number;
  /** The newest seal; undefined if there is none. */
  readonly last: { readonly seq: number; readonly head: string; readonly sealedAt: Date } | undefined;
  readonly beganAt: Date | undefined;
  /** Events from before the chain, of which it proves nothing. */
  readonly earlier: number;
  /** Events that wait for their seals. */
  readonly waiting: number;
  readonly findings: Findings;
}

interface Beginning {
  readonly seq: number;
  readonly head: string;
  readonly beganAt: Date;
  readonly beganAfter: number;
  /** Milliseconds since 1970; 0: retention has removed nothing. */
  readonly removedBefore: number;
}

interface VerifyChain {
  readonly now: Date;
  readonly secretsKeys?: SecretsKeys | undefined;
  progress(seals: number): void;
}

/**
 * Computes the chain of an ISP from its events, and compares it with the stored one.
 * @param client in a transaction that sees one moment
 * @param secretsKeys undefined: who made the notes of erasures is not checked
 */
export async function verifyChain(
  client: pg.ClientBase,
  ispId: number,
  { now, secretsKeys, progress }: VerifyChain,
): Promise<VerifiedChain> {
  const findings = new Findings();
  const beginning = await beginningOf(client, ispId);
  if (beginning) checkBeginning(ispId, beginning, { now, findings });
  let [sealed, removed] = [0, 0];
  const erased = new Map<number, readonly number[]>();
  const unseen = await readErasers(client);
  let last: StoredSeal | undefined;
  let previous: { seq: number; head: string } | undefined = beginning;
  for await (const seal of sealsOf(client, ispId)) {
    if (!previous) findings.add(`nothing says where the chain begins: its row in auth.audit_chain is missing`);
    else checkLink(previous, seal, findings);
    const became = await checkEvent(seal, beginning?.removedBefore ?? 0, {
      findings,
      explain: (event) => explainErased(client, event, secretsKeys),
    });
    if (became === 'removed') removed += 1;
    else if (became === 'sealed') unseen.delete(seal.eventId);
    else if (became) erased.set(seal.eventId, became);
    previous = last = seal;
    sealed += 1;
    if (sealed % BATCH === 0) progress(BATCH);
  }
  progress(sealed % BATCH);
  await checkErasers(client, erased, { unseen, findings });
  const { earlier, waiting, inserted } = await findUnsealed(client, ispId, beginning?.beganAfter);
  for (const id of inserted.ids) findings.add(`event ${id} is not in the chain: it was inserted around the audit`);
  findings.addMore(inserted.count - inserted.ids.length);
  return {
    ...{ ispId, sealed, removed, erased: erased.size, earlier, waiting, findings, beganAt: beginning?.beganAt },
    last: last && { seq: last.seq, head: last.head, sealedAt: new Date(last.sealedAt) },
  };
}

/** The notes of erasures count if the calls that made them are as they were sealed, or wait for their seals. */
async function checkErasers(
  client: pg.ClientBase,
  erased: Map<number, readonly number[]>,
  { unseen, findings }: { readonly unseen: Set<number>; readonly findings: Findings },
): Promise<void> {
  for (const id of await readWaiting(client, [...unseen])) unseen.delete(id);
  for (const [eventId, by] of erased) {
    const wrong = by.find((id) => unseen.has(id));
    if (wrong === undefined) continue;
    findings.add(`event ${eventId} was erased by event ${wrong}, which is not in the chain as it was made`);
    erased.delete(eventId);
  }
}

async function beginningOf(client: pg.ClientBase, ispId: number): Promise<Beginning | undefined> {
  const [row] = await query<Beginning>(
    client,
    sql`SELECT seq, encode(head, 'hex') AS head, began_at AS "beganAt", began_after AS "beganAfter",
          coalesce(${milliseconds(sql`removed_before`)}, 0) AS "removedBefore"
        FROM auth.audit_chain WHERE isp_id = ${ispId}`,
  );
  return row;
}

function checkBeginning(
  ispId: number,
  { seq, head, beganAfter, removedBefore }: Beginning,
  { now, findings }: { now: Date; findings: Findings },
): void {
  if (seq === 0 && head !== firstHead(ispId, beganAfter)) findings.add('the beginning of the chain was changed');
  if (seq > 0 && removedBefore === 0)
    findings.add(`seals 1 to ${seq} were removed, although retention has removed nothing`);
  if (removedBefore > now.getTime() - KEPT_DAYS * 86_400_000)
    findings.add(
      `events from before ${iso(removedBefore)} count as removed by retention, which keeps at least ${KEPT_DAYS} days`,
    );
}

/** The seals in their order, some hundred at a time. */
async function* sealsOf(client: pg.ClientBase, ispId: number): AsyncGenerator<StoredSeal> {
  for (let after = 0, rows: StoredSeal[] = []; ; after = rows.at(-1)?.seq ?? after) {
    rows = await query<StoredSeal>(
      client,
      sql`SELECT s.isp_id AS "ispId", s.seq, s.event_id AS "eventId", ${milliseconds(sql`s.at`)} AS at,
            ${milliseconds(sql`s.sealed_at`)} AS "sealedAt", s.format, encode(s.digest, 'hex') AS digest,
            encode(s.head, 'hex') AS head, e.found, e.now
          FROM auth.audit_seal s
          CROSS JOIN LATERAL (
            SELECT count(*) AS found, min(d.digest) AS now FROM (${digestedEvent(sql`s.event_id`)}) d) e
          WHERE s.isp_id = ${ispId} AND s.seq > ${after} ORDER BY s.seq LIMIT ${BATCH}`,
    );
    yield* rows;
    if (rows.length < BATCH) return;
  }
}

function checkLink(previous: { seq: number; head: string }, seal: StoredSeal, findings: Findings): void {
  const { seq, eventId } = seal;
  const [from, upto] = [previous.seq + 1, seq - 1];
  if (from === upto) findings.add(`seal ${from} is missing`);
  else if (from < upto) findings.add(`seals ${from} to ${upto} are missing`);
  // What a missing seal was cannot be known, so neither can what follows it.
  else if (headOf(previous.head, seal) !== seal.head)
    findings.add(`seal ${seq}, of event ${eventId}, does not follow the one before: one of them was changed`);
}
