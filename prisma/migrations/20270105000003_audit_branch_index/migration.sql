-- outside a transaction
-- For an erasure: the callers that a telephone flow asked about, by their numbers.
drop index concurrently if exists crm_archive.audit_event_branch_idx;
create index concurrently audit_event_branch_idx on crm_archive.audit_event (isp_id) where procedure = 'care.branch';
