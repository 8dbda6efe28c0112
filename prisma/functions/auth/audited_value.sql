-- What an audit shows of a column: secrets only as being there.
create or replace function auth.audited_value(name text, value jsonb) returns jsonb language sql immutable as $$
  select case when auth.is_secret(name) and value <> 'null' then '"***"' else value end
$$;
