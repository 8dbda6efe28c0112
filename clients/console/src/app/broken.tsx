import { Button, Container } from '@mantine/core';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { isLost, sentenceOf } from '../api/faults.ts';
import { Empty, Waiting } from '../ui/empty.tsx';
import { useLine, useWhenBack } from '../ui/use-line.ts';
import { words } from '../words/words.ts';
import { NotLoaded } from './lazy-screen.ts';

/** A screen that failed to load or to draw. The others still work. Without a line it comes by itself when there is one. */
export function Broken({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const line = useLine();
  const isCut = error instanceof NotLoaded || isLost(error);
  async function again(): Promise<void> {
    // The browser remembers that the file did not arrive until the page is loaded again.
    if (error instanceof NotLoaded) return location.reload();
    reset();
    await router.invalidate();
  }
  useWhenBack(isCut, again);
  const { broken, brokenHint, retry } = words.common;
  return (
    <Empty
      icon="alert"
      title={isCut ? words.line[line === 'up' ? 'silent' : line] : broken}
      hint={isCut ? words.line.notLoaded : `${brokenHint} (${sentenceOf(error)})`}
    >
      <Button variant="default" onClick={() => void again()}>
        {retry}
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
