-- A document is of whom its record is about: of the customer of a service or a ticket, and of the reseller of that record.
create or replace function crm.set_file_owner() returns trigger language plpgsql as $$
begin
  if new.ticket_id is not null then
    select customer_id, service_id, reseller_id into strict new.customer_id, new.service_id, new.reseller_id
      from crm.ticket where id = new.ticket_id and isp_id = new.isp_id;
  elsif new.lead_id is not null then
    select reseller_id into strict new.reseller_id from crm.lead where id = new.lead_id and isp_id = new.isp_id;
  elsif new.service_id is not null then
    select customer_id, reseller_id into strict new.customer_id, new.reseller_id
      from crm.service where id = new.service_id and isp_id = new.isp_id;
  else
    select reseller_id into strict new.reseller_id from crm.customer where id = new.customer_id and isp_id = new.isp_id;
  end if;
  return new;
end $$;
