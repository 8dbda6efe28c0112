-- outside a transaction
-- Events of some types of all ISPs, for the administrator of the server.
drop index concurrently if exists crm.event_type_id_idx;
create index concurrently event_type_id_idx on crm.event (type, id);
