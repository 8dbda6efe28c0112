-- Tells the event feed that a payment was received or cancelled, and of one that the bank has returned this as well.
create or replace function crm.note_payment_event() returns trigger language plpgsql as $$
declare
  data jsonb;
begin
  if not crm.keeps_events(new.isp_id) then
    return null;
  end if;
  data := jsonb_build_object('id', new.id, 'customerid', new.customer_id, 'serviceid', new.service_id, 'amt', new.amt::text,
    'mode', new.mode, 'status', new.status, 'payment_date', new.paid_on, 'ref_no', new.ref_no, 'reason', new.cancel_reason);
  perform crm.note_event(new.isp_id, new.reseller_id,
    case when tg_op = 'INSERT' then 'payment.received' else 'payment.cancelled' end,
    new.id, new.service_id, new.customer_id, data);
  if tg_op = 'UPDATE' and new.bounced_on is not null then
    perform crm.note_event(new.isp_id, new.reseller_id, 'payment.bounced', new.id, new.service_id, new.customer_id,
      data || jsonb_build_object('bounced_on', new.bounced_on));
  end if;
  return null;
end $$;
