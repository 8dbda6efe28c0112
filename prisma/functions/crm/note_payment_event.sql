-- Tells the event feed that a payment was received or cancelled.
create or replace function crm.note_payment_event() returns trigger language plpgsql as $$
begin
  if crm.keeps_events(new.isp_id) then
    perform crm.note_event(new.isp_id, new.reseller_id,
      case when tg_op = 'INSERT' then 'payment.received' else 'payment.cancelled' end,
      new.id, new.service_id, new.customer_id,
      jsonb_build_object('id', new.id, 'customerid', new.customer_id, 'serviceid', new.service_id, 'amt', new.amt::text,
        'mode', new.mode, 'status', new.status, 'payment_date', new.paid_on, 'ref_no', new.ref_no,
        'reason', new.cancel_reason));
  end if;
  return null;
end $$;
