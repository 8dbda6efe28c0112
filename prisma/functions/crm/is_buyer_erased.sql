-- Whether an invoice differs from before only in that the name of an erased customer was taken out of it, and its time is over: eight
-- financial years after the one that it is of (Companies Act 2013, section 128; the 72 months of the CGST Act, section 36, end earlier).
create or replace function crm.is_buyer_erased(old_row crm.invoice, new_row crm.invoice) returns boolean language plpgsql stable as $$
declare
  kept record := new_row;
begin
  kept.buyer := old_row.buyer;
  kept.tax_document := old_row.tax_document;
  return kept is not distinct from old_row
    and new_row.buyer = jsonb_build_object('name', 'Erased customer ' || old_row.customer_id)
    and new_row.tax_document is not distinct from old_row.tax_document || '{"buyer_tax_number": null}'
    and old_row.issued_on < current_date - interval '9 years'
    and exists (select from crm.customer_erasure e where e.customer_id = old_row.customer_id);
end $$;
