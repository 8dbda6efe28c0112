-- A telephone number that can be recognised and not dialled: the first two digits and the last three. Of a text with few digits, or
-- in another script, nothing but its length. Stays null or empty.
create or replace function crm.masked_number(number text) returns text language sql immutable parallel safe as $$
  select case when length(d.digits) < 8 then repeat('•', greatest(length(d.digits), length(number)))
    else case when number ~ '^\s*\+' then '+' else '' end
      || left(d.digits, 2) || repeat('•', length(d.digits) - 5) || right(d.digits, 3) end
  from (select regexp_replace(number, '[^0-9]', '', 'g') as digits) d
$$;
