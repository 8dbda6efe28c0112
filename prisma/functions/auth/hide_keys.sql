-- The audit shows that an address or a request to a provider changed, to people who may not read the keys in it.
create or replace function auth.hide_keys() returns trigger language plpgsql as $$
begin
  new.before := auth.without_keys(new.before);
  new.after := auth.without_keys(new.after);
  return new;
end $$;
