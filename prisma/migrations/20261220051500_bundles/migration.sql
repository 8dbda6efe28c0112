-- The bundle of multilink PPP of which an open session is a link: its Acct-Multi-Session-Id. NULL: it is none, as nearly all are.
-- Only open sessions are compared, so the log has no such column.
alter table radius.session add column bundle text;
