-- A change is shown to those who see its record: a reseller's call may change its ISP's record too (the credits, when a service
-- is opened). So a change keeps whose record it is of; NULL is the ISP's own. Changes from before have no owner there, and are
-- known to be a reseller's only where their image says so; the table is not written anew.
alter table auth.audit_change add column reseller_id integer;
alter table crm_archive.audit_change add column reseller_id integer;

-- Whose record an audited row is of, as far as the row says.
create function auth.reseller_of(table_name text, row_image jsonb) returns integer language plpgsql stable as $$
begin
  return case table_name
    -- Of the ISP itself, or of the installation.
    when 'crm.isp' then null
    when 'crm.isp_setting' then null
    when 'crm.setting' then null
    -- A NAS that is shared is the ISP's; the row's reseller is the one it is shared with.
    when 'radius.nas_share' then null
    when 'crm.reseller' then (row_image ->> 'id')::integer
    when 'crm.sub_location' then
      (select l.reseller_id from crm.location l where l.id = (row_image ->> 'location_id')::integer)
    when 'crm.plan_change' then
      (select s.reseller_id from crm.service s where s.id = (row_image ->> 'service_id')::integer)
    when 'crm.promise' then
      (select s.reseller_id from crm.service s where s.id = (row_image ->> 'service_id')::integer)
    when 'auth.api_key' then
      (select u.reseller_id from auth.login_user u where u.id = (row_image ->> 'user_id')::integer)
    else (row_image ->> 'reseller_id')::integer
  end;
end $$;

create or replace function auth.record_change() returns trigger language plpgsql as $$
declare
  event constant bigint := current_setting('lastmile.audit_event', true);
  keys constant text[] := case when tg_nargs = 0 then array['id'] else tg_argv end;
  changed_table constant text := tg_table_schema || '.' || tg_table_name;
  old_row jsonb;
  new_row jsonb;
  before_image jsonb;
  after_image jsonb;
  row_key text;
begin
  if tg_op <> 'INSERT' then old_row := to_jsonb(old); end if;
  if tg_op <> 'DELETE' then new_row := to_jsonb(new); end if;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(o.key, auth.audited_value(o.key, o.value)),
        jsonb_object_agg(o.key, auth.audited_value(o.key, n.value))
      into before_image, after_image
      from jsonb_each(old_row) o join jsonb_each(new_row) n using (key)
      where o.value <> n.value and o.key not in ('updated_at', 'updated_by');
    if before_image is null then
      return null;
    end if;
  else
    select jsonb_object_agg(r.key, auth.audited_value(r.key, r.value)) into after_image
      from jsonb_each(coalesce(new_row, old_row)) r;
    if tg_op = 'DELETE' then
      before_image := after_image;
      after_image := null;
    end if;
  end if;
  select string_agg(coalesce(new_row, old_row) ->> k.name, '/' order by k.position) into row_key
    from unnest(keys) with ordinality as k (name, position);
  insert into auth.audit_change (event_id, table_name, row_id, operation, before, after, reseller_id)
    values (event, changed_table, row_key, lower(tg_op), before_image, after_image,
      auth.reseller_of(changed_table, coalesce(new_row, old_row)));
  return null;
end $$;
