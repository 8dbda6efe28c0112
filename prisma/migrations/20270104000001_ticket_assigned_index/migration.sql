-- outside a transaction
-- How many open tickets a member of a queue has.
DROP INDEX CONCURRENTLY IF EXISTS crm.ticket_assigned_idx;
CREATE INDEX CONCURRENTLY ticket_assigned_idx ON crm.ticket (assigned_to, status) WHERE assigned_to IS NOT NULL;
