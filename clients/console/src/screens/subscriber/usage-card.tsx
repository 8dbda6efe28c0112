import { Group, Progress, Stack, Text } from '@mantine/core';
import { day } from '../../ui/day.ts';
import { Card } from '../../ui/screen.tsx';
import { Warn } from '../../ui/texts.tsx';
import { gigabytes } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import type { SubscriberRecord } from './record.ts';

/** How much of the period's volume is used. */
export function UsageCard({ subscriber: { usage } }: { subscriber: SubscriberRecord }) {
  const w = words.subscriber;
  const used = Number(usage.used_gb);
  const total = usage.total_gb === null ? null : Number(usage.total_gb);
  const share = total ? Math.min(100, (used / total) * 100) : 0;
  return (
    <Card
      title={w.usage}
      actions={
        usage.period_from && usage.period_upto ? (
          <Text size="sm" c="dimmed">
            {w.periodDays(day(usage.period_from), day(usage.period_upto))}
          </Text>
        ) : null
      }
    >
      <Stack gap={8}>
        <Group justify="space-between">
          <Text size="lg" fw={600}>
            {total === null ? w.usageUnlimited(gigabytes(used)) : w.usageOf(gigabytes(used), gigabytes(total))}
          </Text>
          {usage.exhausted ? <Warn>{w.exhausted}</Warn> : <Text c="dimmed">{w.level(usage.bw_level)}</Text>}
        </Group>
        {total !== null && (
          <Progress value={share} color={share > 90 ? 'amber' : 'brand'} size={8} aria-label={w.usage} />
        )}
      </Stack>
    </Card>
  );
}
