-- A log-in that chose its prefix before the pool was shrunk must choose again: the lock shows it the pool as it is by now.
create or replace function radius.check_ip6_lease() returns trigger language plpgsql as $$
begin
  perform from radius.ip6_pool where id = new.pool_id and new.prefix <<= network for key share;
  if not found then
    raise exception '% is not in the pool', new.prefix using errcode = 'serialization_failure';
  end if;
  return new;
end $$;
