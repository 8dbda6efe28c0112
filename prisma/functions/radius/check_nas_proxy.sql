-- The proxy of an ISP speaks for the NASes of that ISP only.
create or replace function radius.check_nas_proxy() returns trigger language plpgsql as $$
begin
  if not exists (select from radius.proxy p
    where p.id = new.proxy_id and p.deleted_at is null and (p.isp_id is null or p.isp_id = new.isp_id)) then
    raise exception 'the RADIUS proxy % does not serve NASes of the ISP %', new.proxy_id, new.isp_id
      using errcode = 'check_violation', constraint = 'nas_proxy_owner_check', schema = 'radius', table = 'nas';
  end if;
  return new;
end $$;
