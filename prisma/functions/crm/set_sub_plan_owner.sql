-- A sub plan is its plan's reseller's.
create or replace function crm.set_sub_plan_owner() returns trigger language plpgsql as $$
begin
  select reseller_id into new.reseller_id from crm.plan where id = new.plan_id;
  return new;
end $$;
