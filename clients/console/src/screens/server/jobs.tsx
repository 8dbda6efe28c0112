import { useQuery } from '@tanstack/react-query';
import type { Row } from '../../api/client.ts';
import { askRows, LIVE_MS } from '../../api/queries.ts';
import { Answer } from '../../ui/empty.tsx';
import { ago, duration } from '../../ui/instant.ts';
import { PlainTable, type TableColumn } from '../../ui/paged-table.tsx';
import { Card } from '../../ui/screen.tsx';
import { Status } from '../../ui/status.tsx';
import { Mono } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';

type Job = Row<'job.list'>;

const LOOKS = { done: 'Heard', unfinished: 'Running', failed: 'Failed' } as const;

function Result({ job: { running, result } }: { job: Job }) {
  const { results } = words.server;
  if (running) return <Status of="Running" label={results.running} />;
  return result && <Status of={LOOKS[result]} label={results[result]} />;
}

function columns(): TableColumn<Job>[] {
  const w = words.server;
  return [
    { title: w.job, cell: ({ name }) => <Mono>{name}</Mono> },
    { title: w.result, cell: (job) => <Result job={job} /> },
    { title: w.lastRun, cell: ({ last_run_at }) => last_run_at && ago(last_run_at) },
    { title: w.nextRun, wide: true, cell: ({ next_run_at }) => next_run_at && ago(next_run_at) },
    { title: w.every, wide: true, end: true, cell: ({ every_seconds }) => duration(every_seconds) },
    { title: w.lastError, wide: true, cell: ({ last_error }) => last_error },
  ];
}

/** What the node does by itself, and how it went. */
export function Jobs() {
  const jobs = useQuery({ ...askRows('job.list', undefined), refetchInterval: LIVE_MS });
  return (
    <Card title={words.server.jobs}>
      <Answer of={jobs}>
        {(rows) => <PlainTable label={words.server.jobs} rows={rows} columns={columns()} keyOf={({ name }) => name} />}
      </Answer>
    </Card>
  );
}
