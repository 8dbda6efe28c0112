-- Whether a row of the audit differs from before only in what an erasure of this transaction replaces: images and parameters by a
-- marker with its id; of a subscriber's own call the name and the address; a target that is a name.
create or replace function auth.is_erased(table_name name, old_row jsonb, new_row jsonb) returns boolean language plpgsql stable as $$
declare
  marker constant jsonb := jsonb_build_object('erased', nullif(current_setting('lastmile.erasing', true), '')::integer);
  replaceable constant text[] := case table_name
    when 'audit_change' then array['before', 'after']
    when 'audit_event' then array['input', 'target', 'username', 'address']
  end;
begin
  return coalesce(crm.is_erasing() and old_row - replaceable = new_row - replaceable, false) and not exists (
    select from unnest(replaceable) as c (name)
    where new_row -> c.name <> old_row -> c.name and not coalesce(case
      when c.name in ('before', 'after', 'input') then old_row -> c.name <> 'null' and new_row -> c.name = marker
      when c.name = 'username' then old_row ->> 'username' like 'subscriber %' and new_row ->> 'username' = 'subscriber'
      when c.name = 'address' then old_row ->> 'via' = 'subscriber' and new_row -> 'address' = 'null'
      when c.name = 'target' then old_row ->> 'target' !~ '^\w*id=\d+$' and new_row -> 'target' = 'null'
    end, false));
end $$;
