-- Moves at most `batch` sessions that ended before then to the log, and returns their ids. Two nodes may do it at once.
create or replace function radius.move_ended_sessions(before timestamptz, batch integer) returns setof bigint language sql as $$
  with picked as (
    select id from radius.session where ended_at < before order by ended_at limit batch for update skip locked
  ), moved as (
    delete from radius.session s using picked where s.id = picked.id returning s.*
  )
  insert into radius.session_log (
    id, isp_id, reseller_id, service_id, nas_id, nas_ip, username, acct_session_id, nas_port, nas_port_type, mac, ip,
    class, started_at, updated_at, ended_at, session_time, in_bytes, out_bytes, terminate_cause, gigawords, in_counter,
    out_counter, uncounted_in_bytes, uncounted_out_bytes, implausible, ip6_prefix, pd_prefix, ip6_address, port_blocks, parts, addresses
  )
  select id, isp_id, reseller_id, service_id, nas_id, nas_ip, username, acct_session_id, nas_port, nas_port_type, mac, ip,
    class, started_at, updated_at, ended_at, session_time, in_bytes, out_bytes, terminate_cause, gigawords, in_counter,
    out_counter, uncounted_in_bytes, uncounted_out_bytes, implausible, ip6_prefix, pd_prefix, ip6_address, port_blocks, parts, addresses
  from moved
  returning id
$$;
