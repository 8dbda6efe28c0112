-- The services of a customer who moves go along, and what the staff notes and keeps about the customer.
create or replace function crm.move_customer() returns trigger language plpgsql as $$
begin
  update crm.service set reseller_id = new.reseller_id where customer_id = new.id and deleted_at is null;
  update crm.note set reseller_id = new.reseller_id where customer_id = new.id;
  update crm.call set reseller_id = new.reseller_id where customer_id = new.id;
  update crm.task set reseller_id = new.reseller_id where customer_id = new.id;
  update crm.ticket set reseller_id = new.reseller_id where customer_id = new.id and keeper_id is null;
  -- Those who worked on it no longer see it: it goes to the ISP, which hands it on.
  update crm.ticket set reseller_id = new.reseller_id, keeper_id = null, assigned_to = null, queue_id = null
    where customer_id = new.id and keeper_id is not null;
  -- Those of tickets have followed their ticket.
  update crm.file set reseller_id = new.reseller_id where customer_id = new.id and ticket_id is null;
  update crm.visit set reseller_id = new.reseller_id,
      technician_id = case when keeper_id is null then technician_id end, keeper_id = null
    where customer_id = new.id;
  update crm.hotspot_code c set reseller_id = new.reseller_id from crm.hotspot_batch b
    where b.customer_id = new.id and c.batch_id = b.id;
  update crm.hotspot_batch set reseller_id = new.reseller_id where customer_id = new.id;
  return null;
end $$;
