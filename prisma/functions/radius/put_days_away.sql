-- Puts away the volume of the last day of services that have been quiet since before then: of at most `batch` services with
-- a larger id. Returns the last one, NULL where there is none. One that is being accounted is about to put its day away itself.
create or replace function radius.put_days_away(before date, after_service integer, batch integer) returns integer language sql as $$
  with picked as (
    select service_id from radius.usage where service_id > after_service and day < before
    order by service_id limit batch for update skip locked
  ), done as (
    update radius.usage u set day = null, day_in_bytes = 0, day_out_bytes = 0, day_seconds = 0
    from picked p where u.service_id = p.service_id returning u.service_id
  )
  select max(service_id) from done
$$;
