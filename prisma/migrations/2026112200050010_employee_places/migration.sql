-- An Employee is narrowed to locations, no longer to codes: whoever gives a location of its own a code of the same letters
-- changes nobody's scope.
alter table auth.login_user
  add column location_ids     integer[] not null default '{}',
  add column sub_location_ids integer[] not null default '{}';

-- A code means the locations that the user sees: its reseller's own and those of the ISP itself. One that means none becomes 0,
-- which no location has: whoever is narrowed to that alone sees nothing, and not everything.
update auth.login_user u set
  location_ids = array(
    select coalesce(l.id, 0) from unnest(u.lc) with ordinality as given (code, at)
    left join crm.location l on l.isp_id = u.isp_id and l.code = given.code
      and (l.reseller_id is null or l.reseller_id = u.reseller_id)
    order by given.at
  ),
  sub_location_ids = array(
    select coalesce(s.id, 0) from unnest(u.slc) with ordinality as given (code, at)
    left join lateral (
      select sl.id from crm.sub_location sl join crm.location l on l.id = sl.location_id
      where sl.code = given.code and l.isp_id = u.isp_id and (l.reseller_id is null or l.reseller_id = u.reseller_id)
        and (u.lc = '{}' or l.code = any (u.lc))
    ) s on true
    order by given.at, s.id
  )
where u.lc <> '{}' or u.slc <> '{}';

drop trigger access on auth.login_user;
alter table auth.login_user drop constraint login_user_location_check;
alter table auth.login_user drop column lc, drop column slc;
alter table auth.login_user add constraint login_user_location_check check (
  groupname = 'Employee' or cardinality(location_ids) + cardinality(sub_location_ids) = 0
);
create trigger access after delete or truncate or update
  of id, username, groupname, roles, isp_id, reseller_id, location_ids, sub_location_ids, status, deleted_at
  on auth.login_user for each statement execute function auth.notify_access();
-- What an Employee sees is looked up by the codes that records carry.
create trigger access after delete or truncate or update of code on crm.location
  for each statement execute function auth.notify_access();
create trigger access after delete or truncate or update of code on crm.sub_location
  for each statement execute function auth.notify_access();

-- Where an Employee is narrowed to: [{"id", "code", "subs": null or [{"id", "code"}]}]; NULL where it is not. All of each
-- location, or, where sub locations are named, these only.
create function auth.places_of(u auth.login_user) returns jsonb language sql stable as $$
  select case when u.location_ids <> '{}' or u.sub_location_ids <> '{}' then (
    select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'code', l.code, 'subs', s.subs) order by l.id), '[]')
    from crm.location l
    left join lateral (
      select jsonb_agg(jsonb_build_object('id', sl.id, 'code', sl.code) order by sl.id) as subs
      from crm.sub_location sl where sl.location_id = l.id and sl.id = any (u.sub_location_ids)
    ) s on true
    where l.isp_id = u.isp_id and (l.reseller_id is null or l.reseller_id = u.reseller_id)
      and (u.location_ids = '{}' or l.id = any (u.location_ids))
      and (u.sub_location_ids = '{}' or s.subs is not null)
  ) end
$$;
