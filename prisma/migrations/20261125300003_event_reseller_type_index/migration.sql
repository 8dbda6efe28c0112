-- outside a transaction
-- The same for a reseller.
drop index concurrently if exists crm.event_isp_id_reseller_id_type_id_idx;
create index concurrently event_isp_id_reseller_id_type_id_idx on crm.event (isp_id, reseller_id, type, id)
  where reseller_id is not null;
