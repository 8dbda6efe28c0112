import type { Row } from '../../api/client.ts';
import { LIVE_MS } from '../../api/queries.ts';
import { ago } from '../../ui/instant.ts';
import type { ListSpec } from '../../ui/list-screen.tsx';
import { shortSince } from '../../ui/short-since.ts';
import { Status } from '../../ui/status.tsx';
import { Dim, Mono, Strong, Warn } from '../../ui/texts.tsx';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import { atStake, silentSince } from './silence.tsx';

export type Health = Row<'nas.health'>;

/** The last packet of either kind. */
function heardAt({ auth_heard_at, acct_heard_at }: Health): Date | null {
  if (!auth_heard_at || !acct_heard_at) return auth_heard_at ?? acct_heard_at;
  return auth_heard_at > acct_heard_at ? auth_heard_at : acct_heard_at;
}

function Heard({ health }: { health: Health }) {
  const at = heardAt(health);
  return at ? ago(at) : <Dim>{words.nas.never}</Dim>;
}

function HealthStatus({ health }: { health: Health }) {
  const w = words.nas;
  if (!heardAt(health)) return <Status of="offline" label={w.unheard} />;
  const since = silentSince(health);
  return since ? <Status of="Silent" label={w.silent(shortSince(since))} /> : <Status of="Heard" label={w.well} />;
}

/** Of a silent NAS nobody knows who is online. */
function Online({ health }: { health: Health }) {
  const stake = silentSince(health) ? atStake(health) : null;
  return stake === null ? shown(health.online) : <Warn>{words.nas.atStakeShort(count(stake))}</Warn>;
}

function Coa({ health }: { health: Health }) {
  const { coa_acknowledged: yes, coa_refused: no, coa_unanswered: lost } = health;
  if (yes === null || no === null || lost === null || yes + no + lost === 0) return null;
  const text = words.nas.coaOf(yes, yes + no + lost);
  return no + lost > 0 ? <Warn>{text}</Warn> : text;
}

const shown = (value: number | null) => (value === null ? null : count(value));

export function nasList(): ListSpec<Health> {
  const w = words.nas;
  return {
    title: w.title,
    path: 'nas.health',
    keyOf: ({ id }) => id,
    refresh: LIVE_MS,
    empty: { title: w.emptyTitle, hint: w.emptyHint },
    columns: [
      { key: 'name', title: w.name, width: 150, grow: 1.4, rank: 0, cell: ({ name }) => <Strong>{name}</Strong> },
      { key: 'ip', title: w.ip, width: 130, rank: 1, cell: ({ ip }) => <Mono>{ip}</Mono> },
      { key: 'health', title: w.health, width: 190, rank: 0, cell: (row) => <HealthStatus health={row} /> },
      { key: 'heard', title: w.heard, width: 120, rank: 2, cell: (row) => <Heard health={row} /> },
      { key: 'online', title: w.online, width: 110, end: true, rank: 0, cell: (row) => <Online health={row} /> },
      { key: 'accepts', title: w.accepts, width: 110, end: true, rank: 3, cell: ({ accepts }) => shown(accepts) },
      {
        key: 'rejects',
        title: w.rejects,
        width: 110,
        end: true,
        rank: 4,
        cell: ({ rejects }) => (rejects ? <Warn>{count(rejects)}</Warn> : shown(rejects)),
      },
      { key: 'coa', title: w.coa, width: 120, end: true, rank: 5, cell: (row) => <Coa health={row} /> },
    ],
    narrow: (row) => ({
      title: row.name,
      detail: row.ip,
      end: <HealthStatus health={row} />,
      endDetail: silentSince(row) ? <Online health={row} /> : <Heard health={row} />,
    }),
    filters: [
      { key: 'name', label: w.name, kind: 'text', pinned: true },
      { key: 'ip', label: w.ip, kind: 'text', pinned: true },
      { key: 'id', label: w.id, kind: 'number' },
    ],
  };
}
