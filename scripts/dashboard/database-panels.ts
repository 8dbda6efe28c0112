import { panelTools, type Room } from './panels.ts';

const { on, rate, sum } = panelTools;

const database: Room = {
  title: 'Database',
  panels: [
    {
      title: 'Reachable',
      unit: 'short',
      about: '1 or 0, as each node sees it.',
      lines: [
        [on('lastmile_database_up'), '{{instance}} answers'],
        [on('lastmile_database_writable'), '{{instance}} writable'],
        [on('lastmile_database_listening'), '{{instance}} listening'],
      ],
    },
    {
      title: 'Pools, in use',
      unit: 'short',
      lines: [
        [
          `${on('lastmile_database_pool_connections')} - ${on('lastmile_database_pool_idle_connections')}`,
          '{{instance}} {{pool}}',
        ],
      ],
    },
    {
      title: 'Pools, waiting',
      unit: 'short',
      lines: [[on('lastmile_database_pool_waiting'), '{{instance}} {{pool}}']],
    },
    {
      title: 'Connections',
      unit: 'short',
      lines: [
        [`max(${on('lastmile_database_connections')})`, 'open'],
        [`max(${on('lastmile_database_max_connections')})`, 'limit'],
      ],
    },
    {
      title: 'Standbys and archive',
      unit: 's',
      lines: [
        [`max by (standby) (${on('lastmile_database_standby_lag_seconds')})`, '{{standby}} late'],
        [`time() - max(${on('lastmile_database_archived_timestamp_seconds')})`, 'since the last archived WAL'],
      ],
    },
    { title: 'Size', unit: 'bytes', lines: [[`max(${on('lastmile_database_size_bytes')})`, 'database']] },
    {
      title: 'Partitions',
      unit: 'short',
      lines: [
        [`min by (table) (${on('lastmile_partitions_ahead')})`, '{{table}} months ahead'],
        [`max by (table) (${on('lastmile_default_partition_rows')})`, '{{table}} rows without one'],
      ],
    },
    { title: 'Deadlocks', unit: 'ops', lines: [[`max(${rate('lastmile_database_deadlocks_total')})`, 'deadlocks']] },
  ],
};

const work: Room = {
  title: 'Jobs and outbox',
  panels: [
    {
      title: 'Outbox',
      unit: 'short',
      lines: [
        [`max(${on('lastmile_outbox_rows')})`, 'not done'],
        [`max(${on('lastmile_outbox_failed_rows')})`, 'failed for good'],
      ],
    },
    {
      title: 'Age of the outbox',
      unit: 's',
      lines: [
        [`max(${on('lastmile_outbox_due_age_seconds')})`, 'due and not begun'],
        [`max(${on('lastmile_outbox_oldest_age_seconds')})`, 'oldest'],
      ],
    },
    {
      title: 'Jobs, in intervals since the last success',
      unit: 'short',
      about: 'Above 3 an alert fires.',
      lines: [
        [
          `(time() - max by (job_name) (${on('lastmile_job_success_timestamp_seconds')})) / max by (job_name) (${on('lastmile_job_interval_seconds')})`,
          '{{job_name}}',
        ],
      ],
    },
    {
      title: 'Jobs, duration',
      unit: 's',
      lines: [[`max by (job_name) (${on('lastmile_job_seconds')})`, '{{job_name}}']],
    },
    {
      title: 'Jobs, failures',
      unit: 'ops',
      lines: [[sum('job_name', rate('lastmile_job_turns_total', 'outcome="failed"')), '{{job_name}}']],
    },
    {
      title: 'Money',
      unit: 'short',
      about: 'All of them 0 when all is well.',
      lines: [
        [`max by (check) (${on('lastmile_ledger_drift')})`, 'drift of {{check}}'],
        [`max(${on('lastmile_service_problems')})`, 'services not advanced'],
      ],
    },
  ],
};

export const DATABASE_ROOMS: readonly Room[] = [database, work];
