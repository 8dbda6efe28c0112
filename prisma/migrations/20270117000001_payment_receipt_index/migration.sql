-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS crm.payment_receipt_idx;
CREATE INDEX CONCURRENTLY payment_receipt_idx ON crm.payment (isp_id, receipt_id);
