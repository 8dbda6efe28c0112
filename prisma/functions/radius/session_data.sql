-- A session as the event feed tells it.
create or replace function radius.session_data(x radius.session) returns jsonb language sql immutable as $$
  select jsonb_build_object('sessionid', x.id, 'serviceid', x.service_id, 'username', radius.shown(x.username),
    'nasid', x.nas_id, 'nasip', host(x.nas_ip), 'acct_session_id', radius.shown(x.acct_session_id),
    'mac', radius.shown(x.mac), 'ip', host(x.ip), 'ip6_prefix', x.ip6_prefix::text, 'pd_prefix', x.pd_prefix::text,
    'started_at', x.started_at, 'ended_at', x.ended_at, 'session_time', x.session_time,
    'in_bytes', x.in_bytes::text, 'out_bytes', x.out_bytes::text, 'terminate_cause', radius.shown(x.terminate_cause))
$$;
