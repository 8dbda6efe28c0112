-- Services that the clock could not bring to the present day. A step that succeeds takes the row away.
create table crm.service_problem (
  service_id   integer not null primary key,
  isp_id       integer not null,
  -- One sentence for people.
  problem      text not null,
  since        timestamptz(3) not null,
  attempted_at timestamptz(3) not null,
  attempts     integer not null default 1 constraint service_problem_attempts_check check (attempts > 0),
  -- The last day on which it has access in spite of it.
  access_upto  date not null,
  foreign key (isp_id, service_id) references crm.service (isp_id, id)
);
create index service_problem_list_idx on crm.service_problem (isp_id, service_id);

-- RADIUS nodes know until when a service has access.
create trigger directory_insert after insert on crm.service_problem
  referencing new table as new_rows for each statement
  execute function crm.notify_directory('service', 'service_id', 'service_id', 'access_upto');
create trigger directory_update after update on crm.service_problem
  referencing old table as old_rows new table as new_rows for each statement
  execute function crm.notify_directory('service', 'service_id', 'service_id', 'access_upto');
create trigger directory_delete after delete on crm.service_problem
  referencing old table as old_rows for each statement
  execute function crm.notify_directory('service', 'service_id', 'service_id', 'access_upto');
