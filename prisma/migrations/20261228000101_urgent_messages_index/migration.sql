-- outside a transaction
-- Messages that are sent before the others.
drop index concurrently if exists crm.notice_message_urgent_idx;
create index concurrently notice_message_urgent_idx on crm.notice_message (isp_id, due_at, id) where status = 'Waiting' and urgent;
