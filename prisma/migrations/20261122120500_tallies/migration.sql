-- What a dashboard counts, by owner and location, so that no screen counts a million services. A job counts anew and writes
-- the rows that differ (areas/dashboard/count-services.ts, count-renewals.ts). Derived: nothing refers to them, and a row that
-- is lost comes back within minutes. reseller_id 0: the ISP itself.

create table crm.service_tally (
  isp_id            integer not null references crm.isp (id),
  reseller_id       integer not null,
  location_code     text    not null,
  sub_location_code text    not null,
  active            integer not null,
  np                integer not null,
  npd               integer not null,
  suspend           integer not null,
  new_request       integer not null,
  -- Services with an open session.
  online            integer not null,
  -- Services that owe something, and the sum of it.
  owing             integer not null,
  owed              numeric(20, 2) not null,
  primary key (isp_id, reseller_id, location_code, sub_location_code)
);

-- Services whose validity ends on a day, and the sum of their prices.
create table crm.renewal_tally (
  isp_id            integer not null references crm.isp (id),
  day               date    not null,
  reseller_id       integer not null,
  location_code     text    not null,
  sub_location_code text    not null,
  services          integer not null,
  amt               numeric(20, 2) not null,
  primary key (isp_id, day, reseller_id, location_code, sub_location_code)
);

-- The sessions of each NAS.
create table radius.nas_tally (
  nas_id   integer not null primary key references radius.nas (id),
  isp_id   integer not null references crm.isp (id),
  -- Open sessions.
  online   integer not null,
  -- Sessions that were ended because the NAS no longer reported them, of about the last day.
  stale    integer not null,
  -- When the NAS last reported one of its sessions.
  heard_at timestamptz(3) not null
);
