-- An identity is that of a NAS or of a proxy, never of both; as for addresses (radius.check_source_address).
create or replace function radius.check_tls_identity() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('radius tls identity'), hashtext(new.tls_identity));
  if tg_table_name = 'nas'
      and exists (select from radius.proxy where tls_identity = new.tls_identity and deleted_at is null)
    or tg_table_name = 'proxy'
      and exists (select from radius.nas
        where tls_identity = new.tls_identity and deleted_at is null and proxy_id is null) then
    raise exception '% is the TLS identity of a NAS or of a RADIUS proxy already', new.tls_identity
      using errcode = 'unique_violation', constraint = 'radius_tls_identity_key', schema = 'radius', table = tg_table_name;
  end if;
  return new;
end $$;
