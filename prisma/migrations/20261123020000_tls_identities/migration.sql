-- RadSec (RFC 6614): a NAS or a RADIUS proxy that connects over TLS is known by its certificate, and not by a source address.

alter table radius.nas
  -- NULL: its packets come over UDP. Without effect behind a proxy, whose connection it is.
  add column tls_identity text constraint nas_tls_identity_check check (tls_identity <> '');
alter table radius.proxy
  add column tls_identity text constraint proxy_tls_identity_check check (tls_identity <> '');

-- Only what sends over UDP claims its address as a source.
drop index radius.nas_ip_key;
create unique index nas_ip_key on radius.nas (ip)
  where deleted_at is null and proxy_id is null and tls_identity is null;
drop index radius.proxy_ip_key;
create unique index proxy_ip_key on radius.proxy (ip) where deleted_at is null and tls_identity is null;
create unique index nas_tls_identity_key on radius.nas (tls_identity)
  where deleted_at is null and proxy_id is null and tls_identity is not null;
create unique index proxy_tls_identity_key on radius.proxy (tls_identity)
  where deleted_at is null and tls_identity is not null;

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
drop trigger check_source_insert on radius.nas;
drop trigger check_source_update on radius.nas;
drop trigger check_source_insert on radius.proxy;
drop trigger check_source_update on radius.proxy;
create trigger check_source_insert before insert on radius.nas for each row
  when (new.deleted_at is null and new.proxy_id is null and new.tls_identity is null)
  execute function radius.check_source_address();
create trigger check_source_update before update of ip, proxy_id, tls_identity, deleted_at on radius.nas for each row
  when (new.deleted_at is null and new.proxy_id is null and new.tls_identity is null)
  execute function radius.check_source_address();
create trigger check_source_insert before insert on radius.proxy for each row
  when (new.deleted_at is null and new.tls_identity is null) execute function radius.check_source_address();
create trigger check_source_update before update of ip, tls_identity, deleted_at on radius.proxy for each row
  when (new.deleted_at is null and new.tls_identity is null) execute function radius.check_source_address();

-- An identity is that of a NAS or of a proxy, never of both; as for addresses.
create function radius.check_tls_identity() returns trigger language plpgsql as $$
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
create trigger check_tls_identity_insert before insert on radius.nas for each row
  when (new.deleted_at is null and new.proxy_id is null and new.tls_identity is not null)
  execute function radius.check_tls_identity();
create trigger check_tls_identity_update before update of tls_identity, proxy_id, deleted_at on radius.nas for each row
  when (new.deleted_at is null and new.proxy_id is null and new.tls_identity is not null)
  execute function radius.check_tls_identity();
create trigger check_tls_identity_insert before insert on radius.proxy for each row
  when (new.deleted_at is null and new.tls_identity is not null) execute function radius.check_tls_identity();
create trigger check_tls_identity_update before update of tls_identity, deleted_at on radius.proxy for each row
  when (new.deleted_at is null and new.tls_identity is not null) execute function radius.check_tls_identity();

-- The function of their notices compares whole rows, of which it must know the new columns.
select crm.watch_for_directory('radius.proxy', 'proxy', 'id', 'id', variadic '{}');
select crm.watch_for_directory('radius.nas', 'nas', 'id', 'id', variadic '{}');
