import { Button, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type Output, read } from '../../api/client.ts';
import { Answer, Empty } from '../../ui/empty.tsx';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { fullInstant, instant } from '../../ui/instant.ts';
import { money } from '../../ui/money.ts';
import { Strong } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';
import classes from './subscriber.module.css';
import { timelineText } from './timeline-text.ts';

type Entry = Output<'service.timeline'>[number];

const ICONS: Readonly<Record<Entry['kind'], IconName>> = {
  status: 'refresh',
  plan: 'layers',
  payment: 'card',
  invoice: 'receipt',
  adjustment: 'pencil',
  session: 'signal',
  topup: 'bolt',
  change: 'gear',
  login: 'key',
  note: 'pin',
  call: 'phone',
  task: 'check',
  ticket: 'alert',
  visit: 'users',
};

const PAGE = 30;

/** What has happened, newest first. */
export function Timeline({ serviceid }: { serviceid: number }) {
  const w = words.subscriber;
  const list = useInfiniteQuery({
    queryKey: ['service.timeline', serviceid],
    queryFn: ({ pageParam, signal }) =>
      read('service.timeline', { serviceid, limit: PAGE, ...(pageParam === '' ? {} : { before: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: (last) => (last.length < PAGE ? undefined : last.at(-1)?.id),
  });
  return (
    <Answer of={{ ...list, data: list.data?.pages.flat() }} lines={6}>
      {(entries) =>
        entries.length === 0 ? (
          <Empty icon="history" title={w.timelineEmpty} hint={w.timelineHint} />
        ) : (
          <>
            <ol className={classes.timeline}>
              {entries.map((entry) => (
                <Event key={entry.id} entry={entry} />
              ))}
            </ol>
            {list.hasNextPage && (
              <Button
                variant="subtle"
                mt="xs"
                loading={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                {w.older}
              </Button>
            )}
          </>
        )
      }
    </Answer>
  );
}

function Event({ entry }: { entry: Entry }) {
  const { kind, at, amt } = entry;
  const { title, detail, by } = timelineText(entry);
  return (
    <li className={classes.event}>
      <span className={classes.eventIcon}>
        <Icon name={ICONS[kind]} size={16} />
      </span>
      <div>
        <Strong>{title}</Strong> {amt && <span>{money(amt)}</span>}
        {detail && (
          <Text size="sm" c="dimmed">
            {detail}
          </Text>
        )}
      </div>
      <div className={classes.eventWhen} title={fullInstant(at)}>
        {instant(at)}
        <br />
        {by}
      </div>
    </li>
  );
}
