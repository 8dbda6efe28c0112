-- outside a transaction
-- For an erasure: the customers whom a chat named, by their numbers and usernames.
drop index concurrently if exists crm_archive.audit_event_chat_code_idx;
create index concurrently audit_event_chat_code_idx on crm_archive.audit_event (isp_id) where procedure = 'care.chat_code_send';
