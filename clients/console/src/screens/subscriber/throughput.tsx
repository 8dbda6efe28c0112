import { Button, Group, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { sentenceOf } from '../../api/faults.ts';
import { type Rates, readRates } from '../../api/rates.ts';
import { duration } from '../../ui/instant.ts';
import { Refusal } from '../../ui/preview.tsx';
import { speed } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';

/** The rates of an open session each second, while somebody watches them. */
export function Throughput({ sessionId }: { sessionId: number }) {
  const w = words.probe;
  const [isWatching, setWatching] = useState(false);
  const [rates, setRates] = useState<Rates>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    if (!isWatching) return;
    const stopped = new AbortController();
    readRates(sessionId, setRates, stopped.signal)
      .catch((reason: unknown) => {
        if (!stopped.signal.aborted) setError(reason);
      })
      .finally(() => {
        if (!stopped.signal.aborted) setWatching(false);
      });
    return () => stopped.abort();
  }, [isWatching, sessionId]);
  const toggle = () => {
    setError(undefined);
    setRates(undefined);
    setWatching(!isWatching);
  };
  return (
    <>
      <Group gap="xs">
        <Button variant="default" size="xs" onClick={toggle}>
          {isWatching ? w.stop : w.watch}
        </Button>
        {isWatching && <Text c={rates ? '' : 'dimmed'}>{rates ? textOf(rates) : w.asking}</Text>}
      </Group>
      {error !== undefined && <Refusal sentence={sentenceOf(error)} />}
    </>
  );
}

function textOf({ down_kbps: down, up_kbps: up, seconds }: Rates): string {
  const w = words.probe;
  const rates = w.rates(speed(down), speed(up));
  return seconds === undefined ? rates : w.averaged(rates, duration(seconds));
}
