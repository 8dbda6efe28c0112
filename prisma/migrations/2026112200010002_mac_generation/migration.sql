-- How often it was said which MAC address a service has, also where that was the same as before. The address of a first
-- log-in is written after its answer: it is the service's only if nobody has said anything since the log-in saw it.
-- A default that is constant rewrites no table.
alter table crm.service add column mac_generation integer not null default 0;

create function crm.count_mac_generation() returns trigger language plpgsql as $$
begin
  new.mac_generation := old.mac_generation + 1;
  return new;
end $$;
create trigger mac_generation before update of mac, mac_bind on crm.service
  for each row execute function crm.count_mac_generation();

-- Nodes follow it, as they follow the address.
drop trigger directory_update on crm.service;
create trigger directory_update after update on crm.service
  referencing old table as old_rows new table as new_rows for each statement
  execute function crm.notify_directory(service, id, id, isp_id, reseller_id, plan_id, sub_plan_id, period_id, username,
    password_enc, status, status_before, grace_upto, promise_upto, prepaid_postpaid, protocol, ip_assignment, ip_pool_id,
    staticip, mac, mac_bind, mac_generation, bill_from, valid_from, valid_upto, location_code, sub_location_code, deleted_at);
