import { query, type Runner, sql } from '../../../../db/sql.ts';
import { milliseconds } from './digest.ts';
import { Findings } from './findings.ts';
import type { Head } from './head.ts';
import type { NotedHead } from './noted-heads.ts';

/** Of one statement. */
const BATCH = 500;

export interface ComparedHeads {
  compared: number;
  readonly findings: Findings;
}

/**
 * Compares heads that were noted elsewhere with the chains of today, by ISP. Only that shows a chain whose end was cut off, or
 * that was rewritten as a whole. ISPs that have moved to another installation are left out.
 */
export async function compareHeads(on: Runner, noted: AsyncIterable<NotedHead>): Promise<Map<number, ComparedHeads>> {
  const results = new Map<number, ComparedHeads>();
  let batch: NotedHead[] = [];
  const compare = async () => {
    for (const { isp, problem } of await problemsOf(on, batch)) {
      const result = results.get(isp) ?? { compared: 0, findings: new Findings() };
      results.set(isp, result);
      result.compared += 1;
      if (problem !== undefined) result.findings.add(problem);
    }
    batch = [];
  };
  for await (const each of noted) if (batch.push(each) === BATCH) await compare();
  await compare();
  return results;
}

/** The stored seal at the place of a noted head. */
interface Today {
  /** Of this seal; null if it is not there. */
  readonly head: string | null;
  /** The seal after which the chain begins, and its head; null if there is no chain. */
  readonly beginsAfter: number | null;
  readonly beginning: string | null;
  readonly removedBefore: number | null;
  readonly last: number | null;
  readonly hasLeft: boolean;
}

async function problemsOf(on: Runner, noted: readonly NotedHead[]) {
  const today = await query<Today>(
    on,
    sql`SELECT encode(s.head, 'hex') AS head, c.seq AS "beginsAfter", encode(c.head, 'hex') AS beginning,
          ${milliseconds(sql`c.removed_before`)} AS "removedBefore",
          (SELECT max(l.seq) FROM auth.audit_seal l WHERE l.isp_id = n.isp) AS last,
          EXISTS (SELECT FROM crm.tenant_removal r WHERE r.isp_id = n.isp) AS "hasLeft"
        FROM unnest(${noted.map(({ head }) => head.isp)}::int[], ${noted.map(({ head }) => head.seq)}::bigint[])
          WITH ORDINALITY AS n (isp, seq, position)
        LEFT JOIN auth.audit_chain c ON c.isp_id = n.isp
        LEFT JOIN auth.audit_seal s ON s.isp_id = n.isp AND s.seq = n.seq
        ORDER BY n.position`,
  );
  return noted.flatMap(({ head, line, distrust }, at) => {
    const there = today[at];
    if (!there || there.hasLeft) return [];
    return [{ isp: head.isp, problem: distrust ? `line ${line} of the file ${distrust}` : problemOf(head, there) }];
  });
}

function problemOf(noted: Head, today: Today): string | undefined {
  const { seq, head, sealed_at: at } = noted;
  if (today.beginsAfter === null) return `there is no chain, but a head of its seal ${seq} was kept at ${at}`;
  const stored = seq === today.beginsAfter ? today.beginning : today.head;
  if (stored !== null)
    return stored === head
      ? undefined
      : `seal ${seq} has a different head from the one kept at ${at}: the chain was rewritten`;
  if (seq < today.beginsAfter)
    return Date.parse(at) < (today.removedBefore ?? 0)
      ? undefined
      : `seal ${seq} of ${at} was removed, although retention has removed none of that time`;
  if (seq > (today.last ?? 0))
    return `the chain ends with seal ${today.last ?? today.beginsAfter}, but a head of seal ${seq} was kept at ${at}: the end was cut off, or the database went back`;
  return `seal ${seq}, whose head was kept at ${at}, is missing`;
}
