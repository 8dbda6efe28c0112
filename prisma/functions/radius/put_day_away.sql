-- The volume of a day that is over becomes a row; a sum beyond what a column holds stays at the most, and stops nothing.
create or replace function radius.put_day_away() returns trigger language plpgsql as $$
begin
  insert into radius.usage_day as d (service_id, day, in_bytes, out_bytes, seconds)
  values (old.service_id, old.day, old.day_in_bytes, old.day_out_bytes, old.day_seconds)
  on conflict (service_id, day) do update set
    in_bytes = least(d.in_bytes::numeric + excluded.in_bytes, 9223372036854775807),
    out_bytes = least(d.out_bytes::numeric + excluded.out_bytes, 9223372036854775807),
    seconds = least(d.seconds::numeric + excluded.seconds, 9223372036854775807);
  return null;
end $$;
