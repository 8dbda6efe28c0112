-- Tells the event feed what became of a service. Deferred, since the ledger moves `os_amt` after the row was written: the data are
-- what the transaction leaves.
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
