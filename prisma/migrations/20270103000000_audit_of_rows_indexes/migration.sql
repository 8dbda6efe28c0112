-- outside a transaction
-- An erasure finds the images of the rows of a person, and the calls about that person, in the audit and in its archive.
drop index concurrently if exists auth.audit_change_row_idx;
create index concurrently audit_change_row_idx on auth.audit_change (table_name, row_id) where table_name <> 'crm.service';
drop index concurrently if exists auth.audit_event_subscriber_idx;
create index concurrently audit_event_subscriber_idx on auth.audit_event (username) where via = 'subscriber';
drop index concurrently if exists crm_archive.audit_change_row_idx;
create index concurrently audit_change_row_idx on crm_archive.audit_change (table_name, row_id);
drop index concurrently if exists crm_archive.audit_event_target_idx;
create index concurrently audit_event_target_idx on crm_archive.audit_event (target);
drop index concurrently if exists crm_archive.audit_event_identify_idx;
create index concurrently audit_event_identify_idx on crm_archive.audit_event (isp_id) where procedure = 'care.identify';
drop index concurrently if exists crm_archive.audit_event_subscriber_idx;
create index concurrently audit_event_subscriber_idx on crm_archive.audit_event (username) where via = 'subscriber';
