-- Programs that do not know these columns may change `mobile`: then it is to be read again.
create or replace function crm.forget_numbers() returns trigger language plpgsql as $$
begin
  new.e164 := null;
  new.other_e164 := '{}';
  return new;
end $$;
