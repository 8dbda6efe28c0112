import { Button, Container } from '@mantine/core';
import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { sentenceOf } from '../api/faults.ts';
import { Empty, Waiting } from '../ui/empty.tsx';
import { words } from '../words/words.ts';

/** A screen that failed to load or to draw. The others still work. */
export function Broken({ error, reset }: ErrorComponentProps) {
  return (
    <Empty icon="alert" title={words.common.broken} hint={`${words.common.brokenHint} (${sentenceOf(error)})`}>
      <Button variant="default" onClick={reset}>
        {words.common.retry}
      </Button>
    </Empty>
  );
}

export function Missing() {
  return (
    <Empty icon="search" title={words.common.notFound} hint={words.common.notFoundHint}>
      <Button variant="default" component={Link} to="/">
        {words.common.home}
      </Button>
    </Empty>
  );
}

/** While a screen is on its way. */
export function Pending() {
  return (
    <Container size="sm" py="xl">
      <Waiting lines={5} />
    </Container>
  );
}
