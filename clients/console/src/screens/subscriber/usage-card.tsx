import { Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Output } from '../../api/client.ts';
import { ask, LIVE_MS } from '../../api/queries.ts';
import { day } from '../../ui/day.ts';
import { DayBars } from '../../ui/day-bars.tsx';
import { Answer } from '../../ui/empty.tsx';
import { Card } from '../../ui/screen.tsx';
import { Dim, Warn } from '../../ui/texts.tsx';
import { gigabytes, speed } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import classes from './subscriber.module.css';

type Usage = Output<'service.usage'>;
type Level = Usage['levels'][number];

/** The volume of the period, by level and by day. */
export function UsageCard({ serviceid }: { serviceid: number }) {
  const usage = useQuery({ ...ask('service.usage', { serviceid }), refetchInterval: LIVE_MS });
  const w = words.subscriber;
  const { period_from, period_upto } = usage.data ?? {};
  return (
    <Card
      title={w.usage}
      actions={
        period_from && period_upto ? (
          <Text size="sm" c="dimmed">
            {w.periodDays(day(period_from), day(period_upto))}
          </Text>
        ) : null
      }
    >
      <Answer of={usage} lines={4}>
        {(shown) => <Figures usage={shown} />}
      </Answer>
    </Card>
  );
}

function Figures({ usage }: { usage: Usage }) {
  const w = words.subscriber;
  const extras = [
    usage.carried_gb && /[1-9]/.test(usage.carried_gb) ? w.carried(gigabytes(Number(usage.carried_gb))) : null,
    usage.topped_up_gb && /[1-9]/.test(usage.topped_up_gb) ? w.toppedUp(gigabytes(Number(usage.topped_up_gb))) : null,
  ].filter(Boolean);
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="lg" fw={600}>
          {gigabytes(Number(usage.used_gb))}
        </Text>
        {usage.exhausted ? <Warn>{w.exhausted}</Warn> : <Dim>{extras.join(' · ')}</Dim>}
      </Group>
      <ul className={classes.levels}>
        {usage.levels.map((level) => (
          <LevelBar key={level.level} level={level} isCurrent={level.level === usage.bw_level} />
        ))}
      </ul>
      <DayBars days={usage.days} label={w.perDay} />
    </Stack>
  );
}

/** How far one level is used up. */
function LevelBar({ level: { level, volume_gb, used_gb, dl, ul }, isCurrent }: { level: Level; isCurrent: boolean }) {
  const w = words.subscriber;
  const used = gigabytes(Number(used_gb));
  const share = volume_gb === null ? 0 : Math.min(100, (Number(used_gb) / Math.max(0.001, Number(volume_gb))) * 100);
  return (
    <li data-current={isCurrent || undefined}>
      <span>
        {w.level(level)} {dl !== null && ul !== null && <Dim>{`${speed(dl)} / ${speed(ul)}`}</Dim>}
      </span>
      <Progress value={share} color={share > 90 ? 'amber' : 'brand'} size={7} aria-label={w.level(level)} />
      <span>{volume_gb === null ? w.usageUnlimited(used) : w.usageOf(used, gigabytes(Number(volume_gb)))}</span>
    </li>
  );
}
