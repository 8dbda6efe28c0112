-- Adds an event to the feed, in the transaction of the change, so that no rule can forget it. Numbers are given after the commit:
-- one that the transaction took itself would become visible out of order, and a reader who remembers the last would miss some.
create or replace function crm.note_event(isp integer, reseller integer, event_type text, subject bigint, service integer,
    customer integer, event_data jsonb) returns void language sql as $$
  insert into crm.unnumbered_event (isp_id, reseller_id, type, subject_id, service_id, customer_id, audit_event_id, data)
    values (isp, reseller, event_type, subject, service, customer,
      nullif(current_setting('lastmile.audit_event', true), '')::bigint, event_data)
$$;
