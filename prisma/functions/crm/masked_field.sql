-- A field of a record that may have telephone numbers. See `crm.masked_record`.
create or replace function crm.masked_field(name text, value jsonb) returns jsonb language plpgsql immutable parallel safe as $$
begin
  case jsonb_typeof(value)
  when 'string' then
    if name ~ 'mobile|e164' or name <> 'title' and value #>> '{}' ~ '^\s*\+?[0-9][0-9 ()./-]{6,}$' and value #>> '{}' !~ '^[0-9]+\.[0-9]+\.[0-9]+\.[0-9]+$' then
      return to_jsonb(crm.masked_number(value #>> '{}'));
    end if;
    -- A task to call somebody back has the number in its title.
    if name = 'title' and value #>> '{}' ~ '^Call back .*[0-9]' then
      return to_jsonb('Call back ' || crm.masked_number(substr(value #>> '{}', 11)));
    end if;
    return value;
  when 'array' then
    return (select coalesce(jsonb_agg(crm.masked_field(name, e.value) order by e.at), '[]')
      from jsonb_array_elements(value) with ordinality e (value, at));
  else return crm.masked_record(value);
  end case;
end
$$;
