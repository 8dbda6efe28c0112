-- What identifies a sender or belongs to one subscriber is given once, across tables, where no index can say so.

-- An address is the source of a NAS or of a proxy, never of both.
create or replace trigger check_source_insert before insert on radius.nas for each row
  when (new.deleted_at is null and new.proxy_id is null and new.tls_identity is null)
  execute function radius.check_source_address();
-- An address is the source of a NAS or of a proxy, never of both.
create or replace trigger check_source_update before update of ip, proxy_id, tls_identity, deleted_at on radius.nas for each row
  when (new.deleted_at is null and new.proxy_id is null and new.tls_identity is null)
  execute function radius.check_source_address();
-- An address is the source of a NAS or of a proxy, never of both.
create or replace trigger check_source_insert before insert on radius.proxy for each row
  when (new.deleted_at is null and new.tls_identity is null) execute function radius.check_source_address();
-- An address is the source of a NAS or of a proxy, never of both.
create or replace trigger check_source_update before update of ip, tls_identity, deleted_at on radius.proxy for each row
  when (new.deleted_at is null and new.tls_identity is null) execute function radius.check_source_address();

-- A TLS identity is that of a NAS or of a proxy, never of both.
create or replace trigger check_tls_identity_insert before insert on radius.nas for each row
  when (new.deleted_at is null and new.proxy_id is null and new.tls_identity is not null)
  execute function radius.check_tls_identity();
-- A TLS identity is that of a NAS or of a proxy, never of both.
create or replace trigger check_tls_identity_update before update of tls_identity, proxy_id, deleted_at on radius.nas
  for each row when (new.deleted_at is null and new.proxy_id is null and new.tls_identity is not null)
  execute function radius.check_tls_identity();
-- A TLS identity is that of a NAS or of a proxy, never of both.
create or replace trigger check_tls_identity_insert before insert on radius.proxy for each row
  when (new.deleted_at is null and new.tls_identity is not null) execute function radius.check_tls_identity();
-- A TLS identity is that of a NAS or of a proxy, never of both.
create or replace trigger check_tls_identity_update before update of tls_identity, deleted_at on radius.proxy for each row
  when (new.deleted_at is null and new.tls_identity is not null) execute function radius.check_tls_identity();

-- No two pools and static prefixes of an ISP overlap.
create or replace trigger claim_network after insert or update of network on radius.ip6_pool for each row
  execute function radius.claim_pool_network();
-- No two pools and static prefixes of an ISP overlap.
create or replace trigger claim_prefixes_insert after insert on crm.service for each row
  when (new.ip6_prefix is not null or new.pd_prefix is not null) execute function radius.claim_static_prefixes();
-- No two pools and static prefixes of an ISP overlap. Those of a deleted service are free.
create or replace trigger claim_prefixes_update after update of ip6_prefix, pd_prefix, deleted_at on crm.service for each row
  when (old.ip6_prefix is distinct from new.ip6_prefix or old.pd_prefix is distinct from new.pd_prefix
    or (old.deleted_at is distinct from new.deleted_at and (new.ip6_prefix is not null or new.pd_prefix is not null)))
  execute function radius.claim_static_prefixes();
-- A log-in that chose its prefix before the pool was shrunk must choose again.
create or replace trigger check_pool before insert on radius.ip6_lease for each row execute function radius.check_ip6_lease();
