-- What is about a service is about its customer, and is of the reseller who has that customer.
-- What is about nobody is of the reseller whose staff keeps it.
create or replace function crm.set_care_owner() returns trigger language plpgsql as $$
begin
  if new.service_id is not null then
    select customer_id, reseller_id into new.customer_id, new.reseller_id
      from crm.service where id = new.service_id and isp_id = new.isp_id;
  elsif new.customer_id is not null then
    select reseller_id into new.reseller_id from crm.customer where id = new.customer_id and isp_id = new.isp_id;
  else
    new.reseller_id := new.keeper_id;
  end if;
  return new;
end $$;
