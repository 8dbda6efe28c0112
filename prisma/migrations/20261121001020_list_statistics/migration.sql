-- A search in the middle of a name is one within an ISP. With trigrams alone the planner read the ISP's whole index besides,
-- 20,000 entries to leave one: over a million services that took five times as long as over ten thousand.
create extension if not exists btree_gin with schema public;
drop index crm.service_username_trgm_idx;
create index service_username_trgm_idx on crm.service using gin (isp_id, lower(username) gin_trgm_ops);
drop index crm.customer_name_trgm_idx;
create index customer_name_trgm_idx on crm.customer using gin (isp_id, name gin_trgm_ops);
drop index crm.lead_name_trgm_idx;
create index lead_name_trgm_idx on crm.lead using gin (isp_id, name gin_trgm_ops);

-- The server administrator's deep pages by customer read the index alone.
drop index crm.service_customer_id_idx;
create index service_customer_id_idx on crm.service (customer_id, id) where deleted_at is null;

-- A subscriber is found in the logs however the device spelled the name in its packets, as the service is.
drop index radius.session_username_idx;
create index session_username_idx on radius.session (lower(username), started_at);
drop index radius.session_log_username_started_at_idx;
create index session_log_username_started_at_idx on radius.session_log (lower(username), started_at);
drop index radius.auth_log_username_at_idx;
create index auth_log_username_at_idx on radius.auth_log (lower(username), at);

-- A NAS is of one ISP. Without knowing it the planner took a fiftieth of a fiftieth of the sessions for the answer to "this
-- NAS, before that day", and sorted tens of thousands instead of reading fifty from the index. New partitions are made
-- like their parent, statistics included.
create statistics radius.session_isp_nas (dependencies) on isp_id, nas_ip from radius.session;
create statistics radius.session_log_isp_nas (dependencies) on isp_id, nas_ip from radius.session_log;
do $$
declare
  part regclass;
  name text;
begin
  for part, name in
    select c.oid, c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'radius.session_log'::regclass
  loop
    execute format('create statistics radius.%I (dependencies) on isp_id, nas_ip from %s', name || '_isp_nas', part);
  end loop;
end $$;
analyze radius.session;
analyze radius.session_log;

-- The list of pools counts the static addresses of each.
create index ip_address_static_idx on radius.ip_address (pool_id) where service_id is not null;
