-- The schedule and its last runs, for people. Derived: the queue decides what runs (src/jobs/job-queue.ts).
create table crm.job (
  name          text not null primary key,
  every_ms      bigint not null,
  -- Concerns a node, not the installation; the last run of any of them.
  on_every_node boolean not null,
  started_at    timestamptz(3),
  -- Before started_at: it is running, or its node died.
  ended_at      timestamptz(3),
  outcome       text constraint job_outcome_check check (outcome in ('done', 'unfinished', 'failed')),
  -- Of the last run that failed.
  failed_at     timestamptz(3),
  error         text
);
