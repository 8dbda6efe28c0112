-- What happens on the network, by tenant and minute, for graphs: each node adds what it has counted once a minute
-- (src/radius/state/pulse), a job adds who is online and what was transferred (areas/series/record-minute.ts). Minutes are kept
-- for two days, hours for longer.
create table radius.pulse (
  isp_id         integer not null references crm.isp (id),
  -- 0: the whole ISP, with all of its resellers.
  reseller_id    integer not null,
  minute         timestamptz(0) not null,
  -- Services with an open session.
  online         integer not null default 0,
  accepts        integer not null default 0,
  -- Rejected log-ins, by the kind of the reason.
  wrong_password integer not null default 0,
  unknown_user   integer not null default 0,
  not_entitled   integer not null default 0,
  other_mac      integer not null default 0,
  in_use         integer not null default 0,
  no_address     integer not null default 0,
  not_served     integer not null default 0,
  other          integer not null default 0,
  -- Counted volume in bytes, of the subscribers' upload and download.
  up             bigint not null default 0,
  down           bigint not null default 0,
  primary key (isp_id, reseller_id, minute)
);
-- For the roll-up, and to remove what is too old.
create index pulse_minute_idx on radius.pulse (minute);

create table radius.pulse_hour (
  isp_id         integer not null references crm.isp (id),
  -- 0: the whole ISP, with all of its resellers.
  reseller_id    integer not null,
  hour           timestamptz(0) not null,
  -- The highest of its minutes. Hours begin with those of the ISP's time zone.
  online         integer not null default 0,
  accepts        integer not null default 0,
  -- Rejected log-ins, by the kind of the reason.
  wrong_password integer not null default 0,
  unknown_user   integer not null default 0,
  not_entitled   integer not null default 0,
  other_mac      integer not null default 0,
  in_use         integer not null default 0,
  no_address     integer not null default 0,
  not_served     integer not null default 0,
  other          integer not null default 0,
  -- Counted volume in bytes, of the subscribers' upload and download.
  up             bigint not null default 0,
  down           bigint not null default 0,
  primary key (isp_id, reseller_id, hour)
);
-- For the roll-up, and to remove what is too old.
create index pulse_hour_hour_idx on radius.pulse_hour (hour);

-- The volume of the day that `radius.pulse` has already.
create table radius.traffic_seen (
  isp_id      integer not null references crm.isp (id),
  -- 0: the services of the ISP itself.
  reseller_id integer not null,
  day         date    not null,
  up          bigint  not null,
  down        bigint  not null,
  primary key (isp_id, reseller_id)
);

-- What a NAS has sent, and how it has answered Disconnect- and CoA-Requests, by minute, of about the last hour.
create table radius.nas_pulse (
  nas_id       integer not null references radius.nas (id),
  minute       timestamptz(0) not null,
  accepts      integer not null default 0,
  rejects      integer not null default 0,
  acknowledged integer not null default 0,
  refused      integer not null default 0,
  unanswered   integer not null default 0,
  primary key (nas_id, minute)
);
create index nas_pulse_minute_idx on radius.nas_pulse (minute);

-- When a NAS was last heard, to the minute in which a node writes it.
create table radius.nas_heard (
  nas_id  integer not null primary key references radius.nas (id),
  auth_at timestamptz(3),
  acct_at timestamptz(3)
);
