-- A stored record with its telephone numbers masked, in whatever depth. Fields that may have something else, such as the number of
-- an invoice or a street, are masked only if they look like a telephone number.
create or replace function crm.masked_record(document jsonb) returns jsonb language plpgsql immutable parallel safe as $$
begin
  case jsonb_typeof(document)
  when 'array' then
    return (select coalesce(jsonb_agg(crm.masked_record(e.value) order by e.at), '[]')
      from jsonb_array_elements(document) with ordinality e (value, at));
  when 'object' then
    return (select coalesce(jsonb_object_agg(f.key, case
        when f.key ~ 'mobile|e164|^(number|to|from|address|text|title)$' then crm.masked_field(f.key, f.value)
        else crm.masked_record(f.value) end), '{}')
      from jsonb_each(document) f);
  else return document;
  end case;
end
$$;
