-- outside a transaction
-- Tickets of strangers that have ended and still have a number.
drop index concurrently if exists crm.ticket_stranger_idx;
create index concurrently ticket_stranger_idx on crm.ticket (closed_at)
  where customer_id is null and number is not null and closed_at is not null;
