import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { sentenceOf } from '../api/faults.ts';
import { takePicture } from '../api/picture.ts';
import { words } from '../words/words.ts';
import { Waiting } from './empty.tsx';
import { Refusal } from './preview.tsx';
import classes from './router-graph.module.css';

const PERIODS = ['daily', 'weekly', 'monthly', 'yearly'] as const;
type Period = (typeof PERIODS)[number];
/** The node keeps a picture for as long. */
const FRESH_MS = 60_000;

interface RouterGraphProps {
  /** Of the NAS. */
  readonly id: number;
  /** The line of this subscriber, who is online there; absent: an interface or queue that is asked for. */
  readonly subscriber?: { readonly serviceid: number; readonly username: string };
}

/** A picture that the router of a NAS draws of its traffic. It is fetched when somebody asks, not by itself. */
export function RouterGraph({ id, subscriber }: RouterGraphProps) {
  const w = words.routerGraph;
  const [name, setName] = useState('ether1');
  const [period, setPeriod] = useState<Period>('daily');
  const [asked, setAsked] = useState<{ readonly name: string }>();
  const shown = subscriber?.username ?? asked?.name ?? '';
  return (
    <Stack gap="xs" component="section" aria-label={w.title}>
      <Group gap="xs" align="end">
        {!subscriber && (
          <TextInput
            label={w.interface}
            value={name}
            maxLength={64}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        )}
        <SegmentedControl
          aria-label={w.period}
          value={period}
          data={PERIODS.map((value) => ({ value, label: w.periods[value] }))}
          onChange={(chosen) => setPeriod(chosen as Period)}
        />
        <Button
          variant="default"
          disabled={!subscriber && name.trim() === ''}
          onClick={() => setAsked({ name: name.trim() })}
        >
          {w.show}
        </Button>
      </Group>
      {asked && (
        <Picture
          input={{ id, period, ...(subscriber ? { serviceid: subscriber.serviceid } : { interface: asked.name }) }}
          alt={w.alt(shown, w.periods[period])}
        />
      )}
    </Stack>
  );
}

function Picture({ input, alt }: { input: Readonly<Record<string, unknown>>; alt: string }) {
  const { data, error, isFetching } = useQuery({
    queryKey: ['nas.graph', input],
    queryFn: ({ signal }) => takePicture('radius/nas/graph', input, signal),
    staleTime: FRESH_MS,
    refetchOnWindowFocus: false,
  });
  if (isFetching) return <Waiting lines={4} />;
  if (error) return <Refusal sentence={sentenceOf(error)} />;
  return (
    <div role="status">
      {data ? <Shown picture={data} alt={alt} /> : <Text c="dimmed">{words.routerGraph.none}</Text>}
    </div>
  );
}

function Shown({ picture, alt }: { picture: Blob; alt: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(picture);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return url ? <img className={classes.picture} src={url} alt={alt} /> : null;
}
