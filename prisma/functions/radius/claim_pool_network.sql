-- No two pools and static prefixes of an ISP overlap: each claims its network in one table, whose constraint says so.
create or replace function radius.claim_pool_network() returns trigger language plpgsql as $$
begin
  delete from radius.ip6_claim where pool_id = new.id;
  insert into radius.ip6_claim (isp_id, network, pool_id) values (new.isp_id, new.network, new.id);
  return null;
end $$;
