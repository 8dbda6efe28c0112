-- A static prefix claims its network beside the pools (radius.claim_pool_network), until the service is deleted.
create or replace function radius.claim_static_prefixes() returns trigger language plpgsql as $$
begin
  delete from radius.ip6_claim where service_id = new.id;
  if new.deleted_at is null then
    insert into radius.ip6_claim (isp_id, network, service_id)
    select new.isp_id, prefix, new.id from unnest(array[new.ip6_prefix, new.pd_prefix]) prefix where prefix is not null;
  end if;
  return null;
end $$;
