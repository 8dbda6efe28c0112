-- Since when a job has been late: the end of its last run that did not fail; until there is one, when it was first scheduled.
alter table crm.job add column succeeded_at timestamptz(3) not null default now();
update crm.job set succeeded_at = ended_at where outcome in ('done', 'unfinished');
