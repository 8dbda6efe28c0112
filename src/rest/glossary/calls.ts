import type { Part } from './part.ts';

/** What all calls have in common: paging, previews, and the stamps of records. */
export const CALLS: Part = {
  anywhere: {
    created_at: 'When the record was created',
    created_by: 'The username of the login user who created the record, or the part of the node that did',
    created_from: 'Only what was created on this day or later',
    created_upto: 'Only what was created on this day or earlier',
    updated_at: 'When the record was last changed',
    updated_by: 'The username of the login user who last changed the record, or the part of the node that did',
    if_updated_at: 'The `updated_at` that you read; the call fails with 409 if the record has changed since',
    idempotency_key:
      'Any text that the caller chooses; repeating the call with the same key within 24 hours changes nothing',
    preview: 'Y: change nothing, and return what the call would do',
    rows_limit: 'The most records to return',
    rows_offset: 'The number of records to skip',
    show_count: '1: return the number of matching records instead of the records',
    sort_field: 'The field by which the records are sorted, and among equals by id',
    sort_order: 'The direction of the order: ascending or descending',
    columns: 'The columns of the file, in their order; when absent, all of them',
    currency: 'The currency of the amounts, by its ISO 4217 code',
    source: 'Whether to read recent data, or months that are archived',
    notes: 'Notes for the staff',
    description: 'A description for the staff',
  },
  within: {
    audit: {
      preview: 'Whether the call was a preview, which changed nothing',
    },
    backup: { db: 'The database to back up' },
    'server.version': {
      version_id: 'The number of the release, which grows with each',
      version_no: 'The version of the software',
      version_date: 'The day of the release',
    },
    'server.status': {
      version_no: 'The version of the software',
      mode: '`active` in normal service, `stopping` while the node finishes its last requests',
      started_at: 'When the node started',
      uptime_seconds: 'The seconds since the node started',
      database: 'The database that all nodes share',
      read_lag_seconds:
        'How old logs, exports and deep pages may be, in seconds; null: they are read from the primary database',
      outbox: 'Effects on the network that follow changes, such as Disconnect- and CoA-Requests',
      journal_bytes: 'The size of the accounting that is journalled while the database is away; null: no RADIUS here',
      accounting_queue: 'The accounting records that wait to be stored; null: no RADIUS here',
      sessions_online: 'The open sessions that this node knows; null: no RADIUS here',
      packets_per_second: 'The RADIUS packets that this node takes per second; null: no RADIUS here',
    },
    database: {
      writable: 'Whether the database takes changes',
      version: 'The version of PostgreSQL',
      size_bytes: 'The size of the database',
      connections: 'The connections to the database, of all nodes and other programs',
    },
    outbox: {
      waiting: 'The effects that are still to be made',
      failed: 'The effects of the last week that failed for good',
    },
    'server.country_state': {
      country: 'The name of the country',
      country_code: 'The code of the country by ISO 3166-1, two letters',
      states: 'The names of its states',
    },
    job: {
      name: 'The name of the job',
      every_seconds: 'The seconds between two runs',
      on_every_node: 'Whether every node runs the job for itself; otherwise one node runs it for all',
      running: 'Whether the job is running now',
      last_run_at: 'When the last run began',
      last_ended_at: 'When the last run ended',
      result: 'What came of the last run; `unfinished`: it goes on with the next run',
      next_run_at: 'When the next run is due; one that is past is due now',
      failed_at: 'When a run last failed',
      last_error: 'The error of the run that last failed',
    },
  },
};
