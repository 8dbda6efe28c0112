-- outside a transaction
-- Who had this address until a moment ago? Ended sessions stay in the table for about a day.
drop index concurrently if exists radius.session_ended_ip_idx;
create index concurrently session_ended_ip_idx on radius.session (ip) where ended_at is not null;
