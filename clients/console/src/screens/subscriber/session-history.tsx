import { useQuery } from '@tanstack/react-query';
import type { Output } from '../../api/client.ts';
import { ask } from '../../api/queries.ts';
import { addDays, today } from '../../ui/day.ts';
import { Answer, Empty } from '../../ui/empty.tsx';
import { duration, instant } from '../../ui/instant.ts';
import { ipv6Of } from '../../ui/ipv6.ts';
import { PlainTable, type TableColumn } from '../../ui/paged-table.tsx';
import { Dim, Mono } from '../../ui/texts.tsx';
import { megabytes } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';

type Session = Output<'service.usage_report'>[number];

/** A detailed report spans at most a hundred days. */
const DAYS = 90;

export function SessionHistory({ serviceid }: { serviceid: number }) {
  const upto = today();
  const report = useQuery(
    ask('service.usage_report', {
      serviceid,
      date_from: addDays(upto, -DAYS),
      date_upto: upto,
      report_format: 'detailed',
      source: 'recent',
    }),
  );
  return (
    <Answer of={report}>
      {(sessions) =>
        sessions.length === 0 ? (
          <Empty icon="signal" title={words.subscriber.none} hint={words.subscriber.noneHint} />
        ) : (
          <PlainTable
            label={words.subscriber.tabs.sessions}
            columns={columns()}
            rows={newestFirst(sessions)}
            keyOf={({ sessionid, starttime }) => `${sessionid} ${starttime?.getTime()}`}
          />
        )
      }
    </Answer>
  );
}

const newestFirst = (sessions: readonly Session[]) =>
  [...sessions].sort((a, b) => (b.starttime?.getTime() ?? 0) - (a.starttime?.getTime() ?? 0));

function columns(): TableColumn<Session>[] {
  const w = words.subscriber;
  return [
    { title: w.start, cell: ({ starttime }) => starttime && instant(starttime) },
    { title: w.end, wide: true, cell: ({ endtime }) => (endtime ? instant(endtime) : <Dim>{w.stillOpen}</Dim>) },
    { title: w.duration, end: true, cell: ({ duration: seconds }) => duration(seconds) },
    { title: w.down, end: true, cell: ({ dl_mb }) => megabytes(Number(dl_mb)) },
    { title: w.up, end: true, cell: ({ ul_mb }) => megabytes(Number(ul_mb)) },
    { title: w.ip, wide: true, cell: ({ userip }) => userip && <Mono>{userip}</Mono> },
    { title: w.ipv6, wide: true, cell: (session) => ipv6Of(session) && <Mono>{ipv6Of(session)}</Mono> },
    { title: w.mac, wide: true, cell: ({ usermac }) => usermac && <Mono>{usermac}</Mono> },
    { title: w.nas, wide: true, cell: ({ nasip }) => nasip },
  ];
}
