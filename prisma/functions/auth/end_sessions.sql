-- Here and not in a rule, so that no way to change a user forgets it.
create or replace function auth.end_sessions() returns trigger language plpgsql as $$
begin
  delete from auth.login_session where user_id = new.id;
  return null;
end $$;
