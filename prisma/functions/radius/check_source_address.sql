-- An address is the source of a NAS or of a proxy, never of both. No index covers two tables, so a transaction that claims an address
-- locks it first and then sees what others have committed.
create or replace function radius.check_source_address() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('radius source address'), hashtext(host(new.ip)));
  if tg_table_name = 'nas'
      and exists (select from radius.proxy where ip = new.ip and deleted_at is null and tls_identity is null)
    or tg_table_name = 'proxy' and exists (select from radius.nas
      where ip = new.ip and deleted_at is null and proxy_id is null and tls_identity is null) then
    raise exception '% is the address of a NAS or of a RADIUS proxy already', host(new.ip)
      using errcode = 'unique_violation', constraint = 'radius_source_key', schema = 'radius', table = tg_table_name;
  end if;
  return new;
end $$;
