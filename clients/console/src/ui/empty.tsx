import { Button, Loader, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { isLost, sentenceOf } from '../api/faults.ts';
import { words } from '../words/words.ts';
import classes from './empty.module.css';
import { Icon, type IconName } from './icons.tsx';
import { useLine } from './use-line.ts';

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  readonly hint?: ReactNode;
  /** What to do next. */
  readonly children?: ReactNode;
}

/** What a list says that has no records. */
export interface Nothing {
  readonly title: string;
  readonly hint: string;
  /** Where to go next, if that is another screen. */
  readonly next?: ReactNode;
}

/** Nothing to show: says why, and what to do next. */
export function Empty({ icon, title, hint, children }: EmptyProps) {
  return (
    <Stack align="center" gap="xs" className={classes.empty}>
      <span className={classes.icon}>
        <Icon name={icon} size={26} />
      </span>
      <Title order={2}>{title}</Title>
      {hint && (
        <Text c="dimmed" maw={440} ta="center">
          {hint}
        </Text>
      )}
      {children && <div className={classes.next}>{children}</div>}
    </Stack>
  );
}

/** What could not be read: the node's sentence, and a repeat. Without a line it comes by itself when there is one. */
export function Failed({ error, retry }: { error: unknown; retry: () => unknown }) {
  const line = useLine();
  const isCut = line !== 'up' && (!error || isLost(error));
  return (
    <Empty
      icon="alert"
      title={isCut ? words.line[line] : words.common.failed}
      hint={isCut ? words.line.notLoaded : sentenceOf(error)}
    >
      <Button variant="default" leftSection={<Icon name="refresh" size={16} />} onClick={() => void retry()}>
        {words.common.retry}
      </Button>
    </Empty>
  );
}

/** Something small is on its way. */
export const Loading = () => <Loader size="sm" role="progressbar" aria-busy="true" aria-label={words.common.loading} />;

/** The place of texts on their way. */
export function Waiting({ lines = 3 }: { lines?: number }) {
  return (
    <Stack gap="sm" role="progressbar" aria-busy="true" aria-label={words.common.loading}>
      {Array.from({ length: lines }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
        <Skeleton key={at} height={14} width={`${90 - ((at * 17) % 40)}%`} />
      ))}
    </Stack>
  );
}

interface Asked<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

interface AnswerProps<T> {
  readonly of: Asked<T>;
  readonly lines?: number;
  /** What to say of a failure instead of the node's sentence, if there is something better to do than to repeat it. */
  readonly failed?: (error: unknown) => ReactNode;
  readonly children: (data: T) => ReactNode;
}

/**
 * Draws an answer; until it is there, its place; if it failed or the line is lost, why. Old answers stay while new ones are on
 * their way.
 */
export function Answer<T>({ of, lines, failed, children }: AnswerProps<T>) {
  const isCut = useLine() !== 'up';
  if (of.data !== undefined) return children(of.data);
  const better = of.error ? failed?.(of.error) : undefined;
  if (better) return better;
  if (of.error || isCut) return <Failed error={of.error} retry={of.refetch} />;
  return <Waiting {...(lines === undefined ? {} : { lines })} />;
}
