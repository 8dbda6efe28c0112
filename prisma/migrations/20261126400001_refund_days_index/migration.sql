-- outside a transaction
-- What somebody has given back by a payment provider in a day, which his daily limit counts.
drop index concurrently if exists crm.payment_refund_created_at_idx;
create index concurrently payment_refund_created_at_idx on crm.payment_refund (isp_id, created_at);
