-- Tells the event feed that an invoice was issued, paid, or is open again.
create or replace function crm.note_invoice_event() returns trigger language plpgsql as $$
begin
  if crm.keeps_events(new.isp_id) then
    perform crm.note_event(new.isp_id, new.reseller_id,
      case when tg_op = 'INSERT' then 'invoice.issued' when new.paid_at is not null then 'invoice.paid'
        else 'invoice.reopened' end,
      new.id, new.service_id, new.customer_id,
      jsonb_build_object('id', new.id, 'document_no', new.document_no, 'customerid', new.customer_id,
        'serviceid', new.service_id, 'issued_on', new.issued_on, 'due_on', new.due_on, 'currency', new.currency,
        'net', new.net::text, 'tax', new.tax::text, 'total', new.total::text, 'paid_amt', new.paid_amt::text));
  end if;
  return null;
end $$;
