-- RADIUS nodes keep in memory what log-ins need, and read it anew when they are told that it changed.
--
-- crm.watch_for_directory gives a table its function notify_<table> and its triggers. Arguments: the table, the subject of its
-- notices, the column with the subject's id, the column that tells rows apart, and the columns whose update matters (all where none
-- are given).

select crm.watch_for_directory('crm.isp', 'isp', 'id', 'id', 'name', 'code', 'deleted_at');
select crm.watch_for_directory('crm.isp_setting', 'isp_setting', 'isp_id', 'isp_id', variadic '{}');
select crm.watch_for_directory('crm.reseller', 'reseller', 'id', 'id', 'isp_id', 'type', 'code', 'credit_limit', 'deleted_at');
select crm.watch_for_directory('crm.plan', 'plan', 'id', 'id', variadic '{}');
select crm.watch_for_directory('crm.service', 'service', 'id', 'id', 'isp_id', 'reseller_id', 'plan_id', 'sub_plan_id',
  'period_id', 'username', 'password_enc', 'status', 'status_before', 'grace_upto', 'promise_upto', 'prepaid_postpaid',
  'protocol', 'ip_assignment', 'ip_pool_id', 'staticip', 'ip6_prefix', 'pd_prefix', 'mac', 'mac_bind', 'mac_generation',
  'bill_from', 'valid_from', 'valid_upto', 'location_code', 'sub_location_code', 'session_limit', 'deleted_at');
select crm.watch_for_directory('crm.service_identity', 'service', 'service_id', 'id', variadic '{}');
select crm.watch_for_directory('crm.service_problem', 'service', 'service_id', 'service_id', 'access_upto');
select crm.watch_for_directory('crm.period', 'service', 'service_id', 'id', 'starts_on', 'ends_on', 'quota_bytes', 'voided_at');
select crm.watch_for_directory('crm.topup', 'service', 'service_id', 'id', 'bytes_total', 'ended_at');
select crm.watch_for_directory('radius.nas', 'nas', 'id', 'id', variadic '{}');
-- How a NAS names itself, which Disconnect and CoA name it by; not when it was heard.
select crm.watch_for_directory('radius.nas_heard', 'nas', 'nas_id', 'nas_id', 'says_ip', 'says_ip6', 'says_identifier',
  'coa_name');
select crm.watch_for_directory('radius.nas_share', 'nas_share', 'nas_id', 'nas_id', variadic '{}');
select crm.watch_for_directory('radius.nas_ip_pool', 'nas_ip_pool', 'id', 'id', variadic '{}');
select crm.watch_for_directory('radius.ip_pool', 'ip_pool', 'id', 'id', variadic '{}');
select crm.watch_for_directory('radius.ip6_pool', 'ip6_pool', 'id', 'id', variadic '{}');
select crm.watch_for_directory('radius.proxy', 'proxy', 'id', 'id', variadic '{}');
select crm.watch_for_directory('radius.realm_rule', 'isp', 'isp_id', 'id', variadic '{}');

-- Interim updates write usage, so the condition is tested before anything is called: another speed level, or no volume left.
create or replace trigger directory after update on radius.usage for each row
  when (old.bw_level <> new.bw_level or old.exhausted <> new.exhausted) execute function radius.notify_usage();
