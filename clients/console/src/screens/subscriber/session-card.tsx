import { Text } from '@mantine/core';
import { Facts } from '../../ui/facts.tsx';
import { ago, duration, fullInstant } from '../../ui/instant.ts';
import { ipv6Of } from '../../ui/ipv6.ts';
import { Card } from '../../ui/screen.tsx';
import { Mono } from '../../ui/texts.tsx';
import { megabytes, speed } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import type { SubscriberRecord } from './record.ts';

export function SessionCard({ subscriber: { sessions, access } }: { subscriber: SubscriberRecord }) {
  const w = words.subscriber;
  if (sessions === null) return null;
  return (
    <Card title={w.session}>
      {sessions.length === 0 && (
        <Text c="dimmed">
          {w.notOnline} {access?.last_at && w.lastSeen(ago(access.last_at))}
        </Text>
      )}
      {sessions.map((session) => (
        <Facts
          key={session.id}
          facts={[
            [
              w.since,
              <span key="since" title={fullInstant(session.starttime)}>
                {duration(session.duration)}
              </span>,
            ],
            [w.ip, session.ip && <Mono>{session.ip}</Mono>],
            [w.ipv6, ipv6Of(session) && <Mono>{ipv6Of(session)}</Mono>],
            [w.mac, session.mac && <Mono>{session.mac}</Mono>],
            [w.nas, `${session.nasname ?? ''} ${session.nasip}`.trim()],
            [w.down, megabytes(Number(session.dl_mb))],
            [w.up, megabytes(Number(session.ul_mb))],
            [w.rate, session.dl !== null && session.ul !== null && `${speed(session.dl)} / ${speed(session.ul)}`],
            [w.heard, ago(session.updatetime)],
          ]}
        />
      ))}
    </Card>
  );
}
