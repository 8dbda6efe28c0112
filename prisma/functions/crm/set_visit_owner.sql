-- A visit is of the reseller of the lead, the service or the customer it goes to; to a stranger, of the reseller whose staff goes.
create or replace function crm.set_visit_owner() returns trigger language plpgsql as $$
begin
  if new.lead_id is not null then
    select reseller_id into new.reseller_id from crm.lead where id = new.lead_id and isp_id = new.isp_id;
  elsif new.service_id is not null then
    select customer_id, reseller_id into new.customer_id, new.reseller_id
      from crm.service where id = new.service_id and isp_id = new.isp_id;
  elsif new.customer_id is not null then
    select reseller_id into new.reseller_id from crm.customer where id = new.customer_id and isp_id = new.isp_id;
  else
    new.reseller_id := new.keeper_id;
  end if;
  return new;
end $$;
