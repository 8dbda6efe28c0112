-- The visits to a lead that gets another owner go along. The staff of another reseller no longer sees them: they go to the ISP.
create or replace function crm.move_lead() returns trigger language plpgsql as $$
begin
  update crm.visit set reseller_id = new.reseller_id,
      technician_id = case when keeper_id is null then technician_id end, keeper_id = null
    where lead_id = new.id;
  return null;
end $$;
