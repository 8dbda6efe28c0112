-- Only what the ISP owns itself can be shared.
create or replace function radius.check_nas_share() returns trigger language plpgsql as $$
begin
  if exists (select from radius.nas where id = new.nas_id and reseller_id is not null) then
    raise exception 'NAS % belongs to a reseller and cannot be shared', new.nas_id
      using errcode = 'check_violation', constraint = 'nas_share_owner_check', schema = 'radius', table = 'nas_share';
  end if;
  return new;
end $$;
