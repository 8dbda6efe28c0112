import { Stack, Text, Title } from '@mantine/core';
import { fullInstant, instant } from '../../ui/instant.ts';
import { Lines } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';
import type { TicketRecord } from './moves.ts';
import classes from './tickets.module.css';

/** The entries of a ticket, oldest first. Replies, which the subscriber sees, are marked. */
export function Thread({ entries }: { entries: TicketRecord['thread'] }) {
  const w = words.tickets;
  return (
    <Stack gap="sm" component="section" aria-label={w.conversation}>
      <Title order={3}>{w.conversation}</Title>
      {entries.length === 0 && <Text c="dimmed">{w.silence}</Text>}
      {entries.map(({ id, kind, text, created_at: at, created_by: by }) => (
        <article key={id} className={classes.entry} data-public={kind === 'Public' || undefined}>
          <Lines>{text}</Lines>
          <Text size="xs" c="dimmed" title={fullInstant(at)}>
            {[w.entries[kind], by, instant(at)].join(' · ')}
          </Text>
        </article>
      ))}
    </Stack>
  );
}
