-- Here and not in a rule, so that no way to change a customer forgets it.
create or replace function auth.end_subscriber_sessions() returns trigger language plpgsql as $$
begin
  delete from auth.subscriber_session where isp_id = new.isp_id and customer_id = new.id;
  return null;
end $$;
