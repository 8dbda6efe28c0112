-- How the sessions of a router compare with those that are open here, and since when its API gives no answer.
alter table radius.nas_api
  add column asked_at      timestamptz(3),
  add column due_at        timestamptz(3),
  add column failures      smallint not null default 0,
  add column failing_since timestamptz(3),
  add column compared_at   timestamptz(3),
  add column agreed_at     timestamptz(3),
  add column on_nas        integer,
  add column open_here     integer,
  add column only_on_nas   integer,
  add column only_here     integer,
  add column differing     integer;
