-- What a NAS tells and no line can have carried, or tells of a service that it does not serve any more, counts nowhere and
-- is kept beside what counts. All columns are empty or constant in the rows there are, so none of them is written anew.
alter table radius.nas
  -- The most that one subscriber's line carries.
  add column line_rate_mbps integer not null default 100000
    constraint nas_line_rate_mbps_check check (line_rate_mbps between 1 and 10000000),
  -- When a Gigawords attribute came from it first (RFC 2869 sections 5.1 and 5.2).
  add column gigawords_seen_at timestamptz(3);

alter table radius.session
  -- A Gigawords attribute was seen: its counters do not wrap at 32 bits.
  add column gigawords boolean,
  -- What its NAS counts, where that is not what counts (in_bytes, out_bytes).
  add column in_counter bigint,
  add column out_counter bigint,
  -- What was not counted.
  add column uncounted_in_bytes bigint,
  add column uncounted_out_bytes bigint,
  -- Some of it because no line can have carried it.
  add column implausible boolean;
alter table radius.session_log
  add column gigawords boolean,
  add column in_counter bigint,
  add column out_counter bigint,
  add column uncounted_in_bytes bigint,
  add column uncounted_out_bytes bigint,
  add column implausible boolean;
alter table crm_archive.session_log
  add column gigawords boolean,
  add column in_counter bigint,
  add column out_counter bigint,
  add column uncounted_in_bytes bigint,
  add column uncounted_out_bytes bigint,
  add column implausible boolean;

create or replace view radius.session_all as
select id, isp_id, reseller_id, service_id, nas_id, nas_ip, username, acct_session_id, nas_port, nas_port_type, mac, ip,
  class, started_at, updated_at, ended_at, session_time, in_bytes, out_bytes, terminate_cause, uncounted_in_bytes,
  uncounted_out_bytes, implausible
from radius.session
union all
select id, isp_id, reseller_id, service_id, nas_id, nas_ip, username, acct_session_id, nas_port, nas_port_type, mac, ip,
  class, started_at, updated_at, ended_at, session_time, in_bytes, out_bytes, terminate_cause, uncounted_in_bytes,
  uncounted_out_bytes, implausible
from radius.session_log;

-- As before, with the new columns.
create or replace function radius.move_ended_sessions(before timestamptz, batch integer) returns setof bigint language sql as $$
  with picked as (
    select id from radius.session where ended_at < before order by ended_at limit batch for update skip locked
  ), moved as (
    delete from radius.session s using picked where s.id = picked.id returning s.*
  )
  insert into radius.session_log (
    id, isp_id, reseller_id, service_id, nas_id, nas_ip, username, acct_session_id, nas_port, nas_port_type, mac, ip,
    class, started_at, updated_at, ended_at, session_time, in_bytes, out_bytes, terminate_cause, gigawords, in_counter,
    out_counter, uncounted_in_bytes, uncounted_out_bytes, implausible
  )
  select id, isp_id, reseller_id, service_id, nas_id, nas_ip, username, acct_session_id, nas_port, nas_port_type, mac, ip,
    class, started_at, updated_at, ended_at, session_time, in_bytes, out_bytes, terminate_cause, gigawords, in_counter,
    out_counter, uncounted_in_bytes, uncounted_out_bytes, implausible
  from moved
  returning id
$$;

-- As before; a sum beyond what a column holds stays at the most, and stops nothing.
create or replace function radius.put_day_away() returns trigger language plpgsql as $$
begin
  insert into radius.usage_day as d (service_id, day, in_bytes, out_bytes, seconds)
  values (old.service_id, old.day, old.day_in_bytes, old.day_out_bytes, old.day_seconds)
  on conflict (service_id, day) do update set
    in_bytes = least(d.in_bytes::numeric + excluded.in_bytes, 9223372036854775807),
    out_bytes = least(d.out_bytes::numeric + excluded.out_bytes, 9223372036854775807),
    seconds = least(d.seconds::numeric + excluded.seconds, 9223372036854775807);
  return null;
end $$;
