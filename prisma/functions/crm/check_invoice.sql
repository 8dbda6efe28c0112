-- At commit an invoice is the sum of its lines.
create or replace function crm.check_invoice() returns trigger language plpgsql as $$
declare
  document integer;
begin
  if tg_table_name = 'invoice_line' then document := new.invoice_id; else document := new.id; end if;
  if not exists (
    select from crm.invoice i join crm.invoice_line l on l.invoice_id = i.id
    where i.id = document group by i.id
    having sum(l.net) = i.net and sum(l.tax) = i.tax and sum(l.total) = i.total
  ) then
    raise exception 'invoice % is not the sum of its lines', document
      using errcode = 'check_violation', constraint = 'invoice_sum_check', schema = 'crm', table = 'invoice';
  end if;
  return null;
end $$;
