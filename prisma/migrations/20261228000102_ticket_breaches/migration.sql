-- When it was noted that a ticket has missed a deadline; null: it has not, or not yet.
alter table crm.ticket
  add column respond_breached_at timestamptz(3),
  add column resolve_breached_at timestamptz(3),
  add column legal_breached_at timestamptz(3);
