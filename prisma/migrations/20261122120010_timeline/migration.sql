-- The timeline of a service has what its audit says about it. Of the services only, since every payment writes changes of other
-- tables as well.
create index audit_change_service_idx on auth.audit_change (row_id, id) where table_name = 'crm.service';
