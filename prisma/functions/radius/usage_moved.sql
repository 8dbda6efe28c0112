-- Ends a transaction that has computed with a usage which another one has changed meanwhile, so that it is run again.
create or replace function radius.usage_moved(service_id integer) returns bigint language plpgsql as $$
begin
  raise exception 'the usage of service % moved meanwhile', service_id using errcode = 'serialization_failure';
end $$;
