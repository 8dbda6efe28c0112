-- outside a transaction
-- Deadlines that were not noted as missed.
drop index concurrently if exists crm.ticket_respond_due_idx;
create index concurrently ticket_respond_due_idx on crm.ticket (respond_by) where respond_breached_at is null;
drop index concurrently if exists crm.ticket_resolve_due_idx;
create index concurrently ticket_resolve_due_idx on crm.ticket (resolve_by) where resolve_breached_at is null;
drop index concurrently if exists crm.ticket_legal_due_idx;
create index concurrently ticket_legal_due_idx on crm.ticket (legal_by) where legal_breached_at is null;
