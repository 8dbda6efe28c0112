-- A service is its customer's reseller's, on a plan and from a pool of that reseller or of the ISP.
-- Nothing is looked up where an update names what it checks without changing it, as that of the ledger does.
create or replace function crm.check_service_owner() returns trigger language plpgsql as $$
declare
  owner integer;
begin
  if tg_op = 'UPDATE' then
    if (new.reseller_id, new.customer_id, new.plan_id, new.ip_pool_id)
        is not distinct from (old.reseller_id, old.customer_id, old.plan_id, old.ip_pool_id) then
      return new;
    end if;
  end if;
  select reseller_id into owner from crm.customer where id = new.customer_id;
  new.reseller_id := owner;
  if exists (select from crm.plan where id = new.plan_id and reseller_id <> coalesce(owner, 0)) then
    raise exception 'plan % is another reseller''s', new.plan_id
      using errcode = 'foreign_key_violation', constraint = 'service_plan_owner_check', schema = 'crm', table = 'service';
  end if;
  if new.ip_pool_id is not null then
    if exists (select from radius.ip_pool where id = new.ip_pool_id and reseller_id <> coalesce(owner, 0)) then
      raise exception 'IP pool % is another reseller''s', new.ip_pool_id
        using errcode = 'foreign_key_violation', constraint = 'service_ip_pool_owner_check', schema = 'crm', table = 'service';
    end if;
  end if;
  return new;
end $$;
