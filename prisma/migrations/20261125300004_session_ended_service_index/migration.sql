-- outside a transaction
-- When was a service online last? Ended sessions stay in the table for about a day.
drop index concurrently if exists radius.session_ended_service_idx;
create index concurrently session_ended_service_idx on radius.session (service_id, started_at) where ended_at is not null;
