-- Where an Employee is narrowed to: [{"id", "code", "subs": null or [{"id", "code"}]}]; NULL where it is not. All of each
-- location, or, where sub locations are named, these only.
create or replace function auth.places_of(u auth.login_user) returns jsonb language sql stable as $$
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
