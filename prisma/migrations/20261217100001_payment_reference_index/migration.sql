-- outside a transaction
-- The payments that stand with a bank reference, of which a new one may be a repetition.
drop index concurrently if exists crm.payment_reference_idx;
create index concurrently payment_reference_idx on crm.payment (isp_id, mode, crm.reference_key(ref_no))
  where status = 'Paid' and ref_no is not null;
