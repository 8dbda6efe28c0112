-- Does the ISP keep events? Most do not.
-- The condition of a trigger is read from its text by every statement on the table, and those of the events would name up to 21
-- columns twice: a tenth of what the update of a service costs. So the condition is this alone, and the function of the trigger
-- compares. A function in SQL would be planned at each call.
create or replace function crm.keeps_events(isp integer) returns boolean language plpgsql stable as $$
begin
  return (select event_feed from crm.isp_setting where isp_id = isp);
end $$;
