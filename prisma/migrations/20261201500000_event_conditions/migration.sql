-- The condition of a trigger is read from its text by every statement on the table, and those of the events name up to 21 columns
-- twice: a tenth of what the update of a service costs. Now the condition is that the ISP keeps events, which most do not, and
-- the function compares. A function in SQL would be planned at each call.
create or replace function crm.keeps_events(isp integer) returns boolean language plpgsql stable as $$
begin
  return (select event_feed from crm.isp_setting where isp_id = isp);
end $$;

create or replace function crm.note_lead_event() returns trigger language plpgsql as $$
declare
  record jsonb;
begin
  if not crm.keeps_events(new.isp_id) then
    return null;
  end if;
  if tg_op = 'UPDATE' and
    (old.name, old.mobile, old.email, old.address, old.source, old.status, old.reason, old.location_code,
     old.sub_location_code, old.service_id, old.assigned_to)
    is not distinct from
    (new.name, new.mobile, new.email, new.address, new.source, new.status, new.reason, new.location_code,
     new.sub_location_code, new.service_id, new.assigned_to)
  then
    return null;
  end if;
  record := jsonb_build_object('id', new.id, 'name', new.name, 'mobile', new.mobile, 'email', new.email,
    'address', new.address, 'source', new.source, 'status', new.status, 'reason', new.reason,
    'location_code', new.location_code, 'sub_location_code', new.sub_location_code, 'serviceid', new.service_id,
    'assigned_to', new.assigned_to);
  if tg_op = 'INSERT' then
    perform crm.note_event(new.isp_id, new.reseller_id, 'lead.created', new.id, new.service_id, null, record);
  elsif old.status <> new.status then
    perform crm.note_event(new.isp_id, new.reseller_id, 'lead.status_changed', new.id, new.service_id, null,
      record || jsonb_build_object('previous_status', old.status));
  else
    perform crm.note_event(new.isp_id, new.reseller_id, 'lead.updated', new.id, new.service_id, null, record);
  end if;
  return null;
end $$;
drop trigger event_update on crm.lead;
create trigger event_update after update on crm.lead for each row when (crm.keeps_events(new.isp_id))
  execute function crm.note_lead_event();

create or replace function crm.note_customer_event() returns trigger language plpgsql as $$
begin
  if not crm.keeps_events(new.isp_id) then
    return null;
  end if;
  if tg_op = 'UPDATE' and
    (old.type, old.name, old.surname, old.dob, old.mobile, old.email, old.uniqueid, old.zipcode, old.state, old.city,
     old.street, old.deleted_at)
    is not distinct from
    (new.type, new.name, new.surname, new.dob, new.mobile, new.email, new.uniqueid, new.zipcode, new.state, new.city,
     new.street, new.deleted_at)
  then
    return null;
  end if;
  perform crm.note_event(new.isp_id, new.reseller_id,
    case when tg_op = 'INSERT' then 'customer.created'
      when old.deleted_at is null and new.deleted_at is not null then 'customer.deleted'
      else 'customer.updated' end,
    new.id, null, new.id,
    jsonb_build_object('id', new.id, 'type', new.type, 'name', new.name, 'surname', new.surname, 'dob', new.dob,
      'mobile', new.mobile, 'email', new.email, 'uniqueid', new.uniqueid, 'zipcode', new.zipcode, 'state', new.state,
      'city', new.city, 'street', new.street));
  return null;
end $$;
drop trigger event_update on crm.customer;
create trigger event_update after update on crm.customer for each row when (crm.keeps_events(new.isp_id))
  execute function crm.note_customer_event();

create or replace function crm.note_service_event() returns trigger language plpgsql as $$
declare
  current_row crm.service;
  record jsonb;
  is_told boolean := false;
begin
  if not crm.keeps_events(new.isp_id) then
    return null;
  end if;
  if tg_op = 'UPDATE' and
    (old.status, old.plan_id, old.sub_plan_id, old.period_id, old.valid_upto, old.password_enc, old.deleted_at,
     old.username, old.prepaid_postpaid, old.protocol, old.connectivity, old.ip_assignment, old.staticip,
     old.ip6_prefix, old.pd_prefix, old.mac, old.discount_percent, old.discount_amt, old.deposit, old.location_code,
     old.sub_location_code)
    is not distinct from
    (new.status, new.plan_id, new.sub_plan_id, new.period_id, new.valid_upto, new.password_enc, new.deleted_at,
     new.username, new.prepaid_postpaid, new.protocol, new.connectivity, new.ip_assignment, new.staticip,
     new.ip6_prefix, new.pd_prefix, new.mac, new.discount_percent, new.discount_amt, new.deposit, new.location_code,
     new.sub_location_code)
  then
    return null;
  end if;
  select * into current_row from crm.service where id = new.id;
  record := crm.service_data(current_row);
  if tg_op = 'INSERT' then
    perform crm.note_event(new.isp_id, new.reseller_id, 'service.created', new.id, new.id, new.customer_id, record);
    return null;
  end if;
  if old.deleted_at is null and new.deleted_at is not null then
    perform crm.note_event(new.isp_id, new.reseller_id, 'service.deleted', new.id, new.id, new.customer_id, record);
    return null;
  end if;
  if old.status <> new.status then
    perform crm.note_event(new.isp_id, new.reseller_id, 'service.status_changed', new.id, new.id, new.customer_id,
      record || jsonb_build_object('previous_status', old.status));
    is_told := true;
  end if;
  if (old.plan_id, old.sub_plan_id) <> (new.plan_id, new.sub_plan_id) then
    perform crm.note_event(new.isp_id, new.reseller_id, 'service.plan_changed', new.id, new.id, new.customer_id,
      record || jsonb_build_object('previous_planid', old.plan_id, 'previous_subplanid', old.sub_plan_id));
    is_told := true;
  end if;
  if new.period_id is distinct from old.period_id and new.period_id is not null then
    perform crm.note_event(new.isp_id, new.reseller_id, 'service.renewed', new.id, new.id, new.customer_id,
      record || jsonb_build_object('previous_valid_upto', old.valid_upto));
    is_told := true;
  end if;
  if old.password_enc <> new.password_enc then
    perform crm.note_event(new.isp_id, new.reseller_id, 'service.password_changed', new.id, new.id, new.customer_id, record);
    is_told := true;
  end if;
  if not is_told then
    perform crm.note_event(new.isp_id, new.reseller_id, 'service.updated', new.id, new.id, new.customer_id, record);
  end if;
  return null;
end $$;
drop trigger event_update on crm.service;
create constraint trigger event_update after update on crm.service deferrable initially deferred
  for each row when (crm.keeps_events(new.isp_id)) execute function crm.note_service_event();
