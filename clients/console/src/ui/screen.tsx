import { Group, Paper, Text, Title } from '@mantine/core';
import { createContext, type ReactNode, use, useEffect } from 'react';
import { words } from '../words/words.ts';
import classes from './screen.module.css';

/** What leads to the screens beside the open one. Set by the shell. */
export const ScreenParts = createContext<ReactNode>(null);

interface ScreenProps {
  readonly title: string;
  readonly hint?: ReactNode;
  /** At the end of the title. */
  readonly actions?: ReactNode;
  /** For texts and forms. */
  readonly narrow?: boolean;
  /** A list that fills the rest of the window and scrolls by itself. */
  readonly full?: boolean;
  readonly children: ReactNode;
}

/** A screen: its title, which is the window's too, and its content. */
export function Screen({ title, hint, actions, narrow = false, full = false, children }: ScreenProps) {
  useEffect(() => {
    document.title = `${title} · ${words.common.product}`;
  }, [title]);
  return (
    <div className={classes.screen} data-narrow={narrow || undefined} data-full={full || undefined}>
      <div className={classes.head}>
        <div>
          <Title order={1}>{title}</Title>
          {hint && (
            <Text c="dimmed" size="sm">
              {hint}
            </Text>
          )}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </div>
      {use(ScreenParts)}
      {children}
    </div>
  );
}

interface CardProps {
  readonly title?: ReactNode;
  readonly hint?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
}

/** A part of a screen. */
export function Card({ title, hint, actions, children, className = '' }: CardProps) {
  return (
    <Paper
      component="section"
      className={`${classes.card} ${className}`}
      {...(typeof title === 'string' ? { 'aria-label': title } : {})}
    >
      {(title || actions) && (
        <div className={classes.cardHead}>
          <div>
            <Title order={2}>{title}</Title>
            {hint && (
              <Text c="dimmed" size="sm">
                {hint}
              </Text>
            )}
          </div>
          {actions}
        </div>
      )}
      {children}
    </Paper>
  );
}
