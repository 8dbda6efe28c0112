-- Every service has its usage from the start, so accounting only updates.
create or replace function radius.give_usage() returns trigger language plpgsql as $$
begin
  insert into radius.usage (service_id, isp_id) select id, isp_id from added on conflict do nothing;
  return null;
end $$;
