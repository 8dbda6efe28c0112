-- How the node gets on with the API of a router: the confirmed certificate, and how often it may try to connect.
create table radius.nas_api (
  nas_id         integer not null primary key references radius.nas (id),
  fingerprint    text check (fingerprint ~ '^[0-9a-f]{64}$'),
  offered        text check (offered ~ '^[0-9a-f]{64}$'),
  offered_at     timestamptz(3),
  attempts       smallint not null default 0,
  attempts_since timestamptz(3) not null,
  failed_logins  smallint not null default 0,
  paused_upto    timestamptz(3),
  uptime_s       bigint,
  rebooted_at    timestamptz(3)
);
