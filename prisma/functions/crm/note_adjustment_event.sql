-- Tells the event feed that an adjustment was made.
create or replace function crm.note_adjustment_event() returns trigger language plpgsql as $$
begin
  if crm.keeps_events(new.isp_id) then
    perform crm.note_event(new.isp_id, new.reseller_id, 'adjustment.made', new.id, new.service_id, new.customer_id,
      jsonb_build_object('id', new.id, 'customerid', new.customer_id, 'serviceid', new.service_id, 'kind', new.kind,
        'amt', new.amt::text, 'tax', new.tax::text, 'description', new.description, 'reason', new.reason,
        'invoiceid', new.invoice_id, 'mode', new.mode, 'ref_no', new.ref_no, 'posted_on', new.posted_on));
  end if;
  return null;
end $$;
