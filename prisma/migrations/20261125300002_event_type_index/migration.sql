-- outside a transaction
-- Events of a rare type, without reading all that an ISP has.
drop index concurrently if exists crm.event_isp_id_type_id_idx;
create index concurrently event_isp_id_type_id_idx on crm.event (isp_id, type, id);
