import { useQuery } from '@tanstack/react-query';
import { askRows, LIVE_MS } from '../../api/queries.ts';
import { ago } from '../../ui/instant.ts';
import { PlainTable } from '../../ui/paged-table.tsx';
import { Card } from '../../ui/screen.tsx';
import { Mono } from '../../ui/texts.tsx';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';

const NEWEST = 20;

/** NASes that proxies name in their packets and nobody knows: to be added with the identifier or the address that stands here. */
export function UnknownNases() {
  const w = words.proxies;
  const unknown = useQuery({ ...askRows('proxy.unknown', { rows_limit: NEWEST }), refetchInterval: LIVE_MS });
  if (!unknown.data?.length) return null;
  return (
    <Card title={w.unknown} hint={w.unknownLead}>
      <PlainTable
        label={w.unknown}
        rows={unknown.data}
        keyOf={({ proxyid, nas_identifier, nas_address }) => `${proxyid} ${nas_identifier} ${nas_address}`}
        columns={[
          { title: w.identifier, cell: ({ nas_identifier }) => nas_identifier },
          { title: w.ip, cell: ({ nas_address }) => nas_address && <Mono>{nas_address}</Mono> },
          { title: words.fields.proxyid, cell: ({ proxyname }) => proxyname },
          { title: words.nas.packets, end: true, wide: true, cell: ({ packets }) => count(packets) },
          { title: words.nas.heard, cell: ({ last_seen }) => ago(last_seen) },
        ]}
      />
    </Card>
  );
}
