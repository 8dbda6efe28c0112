import { Stack, Text } from '@mantine/core';
import { Facts } from '../../ui/facts.tsx';
import { ago } from '../../ui/instant.ts';
import { Card } from '../../ui/screen.tsx';
import { Status } from '../../ui/status.tsx';
import type { SubscriberRecord } from '../../ui/subscriber-record.ts';
import { Mono, Sentence } from '../../ui/texts.tsx';
import { speed } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import classes from './subscriber.module.css';

type Access = NonNullable<SubscriberRecord['access']>;

const LOOK: Readonly<Record<Access['access'], string>> = {
  plan: 'Accept',
  reduced: 'Reduced',
  blocked: 'Reduced',
  none: 'Reject',
};

/** What RADIUS would answer now, by the rule that it uses. */
export function AccessCard({ subscriber: { access } }: { subscriber: SubscriberRecord }) {
  const w = words.subscriber;
  if (!access) return null;
  const {
    dl,
    ul,
    pool,
    ip,
    ip6_prefix,
    ip6_pool,
    pd_prefix,
    pd_pool,
    last_response,
    last_at,
    last_reason,
    reason,
    attributes,
  } = access;
  const ipv6 = [ip6_prefix ?? ip6_pool, pd_prefix ?? pd_pool].filter(Boolean).join(', ');
  return (
    <Card title={w.access}>
      <Stack gap="sm">
        <Text fw={550}>
          <Status of={LOOK[access.access]} label={w[`access_${access.access}`]} />
        </Text>
        <Facts
          facts={[
            [w.reason, reason && <Sentence>{reason}</Sentence>],
            [w.rate, dl !== null && ul !== null && `${speed(dl)} / ${speed(ul)}`],
            [w.ip, ip && <Mono>{ip}</Mono>],
            [w.ipv6, ipv6 && <Mono>{ipv6}</Mono>],
            [w.pool, pool],
            [
              w.lastLogin,
              last_at &&
                `${last_response === 'Access-Accept' ? w.accepted : (last_reason ?? w.refused)}, ${ago(last_at)}`,
            ],
          ]}
        />
        {attributes.length > 0 && (
          <details className={classes.details}>
            <summary>{w.attributesOf(attributes.length)}</summary>
            <Facts facts={attributes.map(({ name, value }) => [name, <Mono key={name}>{value}</Mono>] as const)} />
          </details>
        )}
      </Stack>
    </Card>
  );
}
