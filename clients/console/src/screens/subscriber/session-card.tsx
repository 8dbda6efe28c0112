import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import type { Row } from '../../api/client.ts';
import { ask, askRows } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { Facts } from '../../ui/facts.tsx';
import { ago, duration, fullInstant } from '../../ui/instant.ts';
import { ipv6Of } from '../../ui/ipv6.ts';
import { RouterGraph } from '../../ui/router-graph.tsx';
import { Card } from '../../ui/screen.tsx';
import type { SubscriberRecord } from '../../ui/subscriber-record.ts';
import { Mono } from '../../ui/texts.tsx';
import { megabytes, speed } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import { Probe } from './probe.tsx';

type Part = Row<'session.parts'>;

export function SessionCard({ subscriber: { service, sessions, access } }: { subscriber: SubscriberRecord }) {
  const w = words.subscriber;
  const isOnline = sessions !== null && sessions.length > 0;
  const { data } = useQuery({
    ...ask('session.parts', { serviceid: service.serviceid }),
    enabled: isOnline,
  });
  if (sessions === null) return null;
  const parts: readonly Part[] = Array.isArray(data) ? data : [];
  return (
    <Card title={w.session}>
      {sessions.length === 0 && (
        <Text c="dimmed">
          {w.notOnline} {access?.last_at && w.lastSeen(ago(access.last_at))}
        </Text>
      )}
      {sessions.map((session) => (
        <Fragment key={session.id}>
          <Facts
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
              ...parts.filter(({ id, endtime }) => id === session.id && endtime === null).map(factOf),
            ]}
          />
          {session.ip && <Probe sessionId={session.id} />}
          <DrawnLine nasid={session.nasid} subscriber={service} />
        </Fragment>
      ))}
    </Card>
  );
}

/** The line of the subscriber as the router of the session draws it, if the graphs of the NAS are on. */
function DrawnLine({ nasid, subscriber }: { nasid: number; subscriber: SubscriberRecord['service'] }) {
  const may = useMay();
  const isAsked = may('nas.diagnose') && may('nas.read');
  const { data } = useQuery({ ...askRows('nas.list', { id: nasid }), enabled: isAsked });
  const { serviceid, username } = subscriber;
  return data?.[0]?.snmp_graph ? <RouterGraph id={nasid} subscriber={{ serviceid, username }} /> : null;
}

/** Counted with the session. */
const factOf = ({ name, partid, dl_mb, ul_mb }: Part) =>
  [`${words.subscriber.part} ${name ?? partid}`, `${megabytes(Number(dl_mb))} / ${megabytes(Number(ul_mb))}`] as const;
