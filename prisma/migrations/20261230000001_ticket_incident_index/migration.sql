-- outside a transaction
-- Tickets of an incident.
drop index concurrently if exists crm.ticket_incident_idx;
create index concurrently ticket_incident_idx on crm.ticket (incident_id, id) where incident_id is not null;
