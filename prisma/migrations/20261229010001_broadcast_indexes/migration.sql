-- outside a transaction
-- One message of an address; what of a mass message is still to be sent.
drop index concurrently if exists crm.notice_message_broadcast_key;
create unique index concurrently notice_message_broadcast_key on crm.notice_message (broadcast_id, key) where broadcast_id is not null;
drop index concurrently if exists crm.notice_message_queued_idx;
create index concurrently notice_message_queued_idx on crm.notice_message (broadcast_id, channel, due_at, id) where status = 'Queued';
alter table crm.notice_message validate constraint notice_message_isp_id_broadcast_id_fkey;
alter table crm.notice_message validate constraint notice_message_source_check;
alter table crm.notice_message validate constraint notice_message_status_check;
