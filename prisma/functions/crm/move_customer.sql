-- The services of a customer who moves go along.
create or replace function crm.move_customer() returns trigger language plpgsql as $$
begin
  update crm.service set reseller_id = new.reseller_id where customer_id = new.id and deleted_at is null;
  return null;
end $$;
