-- outside a transaction
-- What resellers and franchisees posted on some days, for reports.
drop index concurrently if exists crm.ledger_entry_reseller_days_idx;
create index concurrently ledger_entry_reseller_days_idx on crm.ledger_entry (isp_id, reseller_id, posted_on) where reseller_id is not null;
