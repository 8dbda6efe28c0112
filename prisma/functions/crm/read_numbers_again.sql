-- Telephone numbers are read by the country of the ISP: when that changes, a job reads them all again.
create or replace function crm.read_numbers_again() returns trigger language plpgsql as $$
begin
  insert into crm.number_reading (isp_id) values (new.id)
    on conflict (isp_id) do update set customer_upto = 0, lead_upto = 0;
  return null;
end $$;
