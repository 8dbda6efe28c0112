import { ClusterError } from './failure.ts';

const ANSWER_WITHIN_MS = 3_000;
/** Patroni answers once the switchover is done. */
const SWITCHOVER_WITHIN_MS = 60_000;

export interface MemberState {
  readonly role: 'primary' | 'standby';
  /** Whether commits wait for this standby. */
  readonly isSynchronous: boolean;
}

interface Status {
  readonly state: string;
  readonly role: string;
  readonly sync_standby?: boolean;
  readonly replication_state?: string;
}

/** What a member says of itself; undefined while it serves nobody. */
export async function memberState(port: number): Promise<MemberState | undefined> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/patroni`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    const status = (await response.json()) as Status;
    if (status.state !== 'running') return undefined;
    const isPrimary = status.role === 'master' || status.role === 'primary';
    return { role: isPrimary ? 'primary' : 'standby', isSynchronous: status.sync_standby ?? false };
  } catch {
    return undefined;
  }
}

/** @throws ClusterError with what Patroni says */
export async function switchover(port: number, leader: string, candidate: string | undefined): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/switchover`, {
    method: 'POST',
    body: JSON.stringify({ leader, candidate }),
    signal: AbortSignal.timeout(SWITCHOVER_WITHIN_MS),
  });
  const text = await response.text();
  if (!response.ok) throw new ClusterError(`Patroni refuses the switchover: ${text}.`);
  return text;
}
