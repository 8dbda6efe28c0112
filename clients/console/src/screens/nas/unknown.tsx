import { useQuery } from '@tanstack/react-query';
import type { Row } from '../../api/client.ts';
import { askRows, LIVE_MS } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { ago } from '../../ui/instant.ts';
import { PlainTable } from '../../ui/paged-table.tsx';
import { RowButton } from '../../ui/row-button.tsx';
import { Card } from '../../ui/screen.tsx';
import { Mono } from '../../ui/texts.tsx';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';

type Unknown = Row<'nas.unknown'>;

/** Who sends packets without being a NAS: for the administrator of the installation, who makes it one. */
export function UnknownSenders({ onAdopt }: { readonly onAdopt: (source: Unknown) => void }) {
  const may = useMay();
  const w = words.nas;
  const unknown = useQuery({
    ...askRows('nas.unknown', { rows_limit: 20 }),
    refetchInterval: LIVE_MS,
    enabled: may('nas.admin'),
  });
  if (!unknown.data?.length) return null;
  return (
    <Card title={w.unknown} hint={w.unknownLead}>
      <PlainTable
        label={w.unknown}
        rows={unknown.data}
        keyOf={({ ip }) => ip}
        columns={[
          { title: w.ip, cell: ({ ip }) => <Mono>{ip}</Mono> },
          { title: w.name, wide: true, cell: ({ nas_identifier }) => nas_identifier },
          { title: w.packets, end: true, cell: ({ packets }) => count(packets) },
          { title: w.heard, cell: ({ last_seen }) => ago(last_seen) },
          ...(may('nas.write')
            ? [{ title: '', cell: (row: Unknown) => <RowButton onClick={() => onAdopt(row)}>{w.adopt}</RowButton> }]
            : []),
        ]}
      />
    </Card>
  );
}
