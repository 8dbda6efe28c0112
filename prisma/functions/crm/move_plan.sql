-- A plan in use keeps its owner; the sub plans of one that is not follow it.
create or replace function crm.move_plan() returns trigger language plpgsql as $$
begin
  if exists (select from crm.service where isp_id = old.isp_id and plan_id = new.id and deleted_at is null) then
    raise exception 'plan % has services and keeps its owner', new.id
      using errcode = 'restrict_violation', constraint = 'plan_owner_check', schema = 'crm', table = 'plan';
  end if;
  update crm.sub_plan set reseller_id = new.reseller_id where plan_id = new.id;
  return null;
end $$;
