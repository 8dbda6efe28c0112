-- Every ISP has its settings from the start, so nothing has to treat them as absent.
create or replace function crm.give_isp_settings() returns trigger language plpgsql as $$
begin
  insert into crm.isp_setting (isp_id, updated_by) values (new.id, new.created_by) on conflict do nothing;
  return null;
end $$;
