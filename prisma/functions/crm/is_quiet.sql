-- Do messages wait now? A period may pass midnight.
create or replace function crm.is_quiet(timezone text, quiet_from text, quiet_upto text, at timestamptz) returns boolean language sql stable as $$
  select quiet_from <> '' and case when quiet_from < quiet_upto
    then to_char(at at time zone timezone, 'HH24:MI') >= quiet_from and to_char(at at time zone timezone, 'HH24:MI') < quiet_upto
    else to_char(at at time zone timezone, 'HH24:MI') >= quiet_from or to_char(at at time zone timezone, 'HH24:MI') < quiet_upto end
$$;
