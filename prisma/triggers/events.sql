-- The event feed: what another system would act on, in the transaction of its change, so that no rule can forget it.
--
-- The condition of a trigger is read from its text by every statement on the table, so those of much-used tables ask only whether
-- the ISP keeps events, and the function compares the columns.

create or replace trigger event_insert after insert on crm.lead for each row execute function crm.note_lead_event();
create or replace trigger event_update after update on crm.lead for each row when (crm.keeps_events(new.isp_id))
  execute function crm.note_lead_event();
create or replace trigger event_insert after insert on crm.ticket for each row execute function crm.note_ticket_event();
-- Moved.
create or replace trigger event_update after update on crm.ticket for each row when (old.status <> new.status)
  execute function crm.note_ticket_event();
create or replace trigger event_breached after update on crm.ticket for each row
  when (row(old.respond_breached_at, old.resolve_breached_at, old.legal_breached_at)
    is distinct from row(new.respond_breached_at, new.resolve_breached_at, new.legal_breached_at))
  execute function crm.note_ticket_breach();
create or replace trigger event_insert after insert on crm.ticket_appeal for each row execute function crm.note_appeal_event();
create or replace trigger event_insert after insert on crm.visit for each row execute function crm.note_visit_event();
-- Moved.
create or replace trigger event_update after update on crm.visit for each row when (old.state <> new.state)
  execute function crm.note_visit_event();
create or replace trigger event_insert after insert on crm.incident for each row execute function crm.note_incident_event();
-- Moved.
create or replace trigger event_update after update on crm.incident for each row when (old.status <> new.status)
  execute function crm.note_incident_event();
create or replace trigger event_insert after insert on crm.customer for each row execute function crm.note_customer_event();
create or replace trigger event_update after update on crm.customer for each row when (crm.keeps_events(new.isp_id))
  execute function crm.note_customer_event();
-- Deferred, since the ledger moves `os_amt` after the row was written: the data are what the transaction leaves.
create constraint trigger event_insert after insert on crm.service deferrable initially deferred for each row
  execute function crm.note_service_event();
-- Deferred, as for a new service. Nothing changes for others when secrets are sealed with another key.
create constraint trigger event_update after update on crm.service deferrable initially deferred for each row
  when (crm.keeps_events(new.isp_id) and current_setting('lastmile.resealing', true) is distinct from 'on')
  execute function crm.note_service_event();
create or replace trigger event_insert after insert on crm.invoice for each row execute function crm.note_invoice_event();
-- Paid, or open again.
create or replace trigger event_update after update on crm.invoice for each row
  when ((old.paid_at is null) <> (new.paid_at is null)) execute function crm.note_invoice_event();
create or replace trigger event_insert after insert on crm.payment for each row execute function crm.note_payment_event();
-- Cancelled.
create or replace trigger event_update after update on crm.payment for each row when (old.status <> new.status)
  execute function crm.note_payment_event();
create or replace trigger event_insert after insert on crm.adjustment for each row execute function crm.note_adjustment_event();
create or replace trigger event_insert after insert on crm.wallet_txn for each row execute function crm.note_wallet_event();
-- Sessions begin by the thousand: once per statement.
create or replace trigger event_insert after insert on radius.session referencing new table as added for each statement
  execute function radius.note_new_sessions();
-- Ended. Interim updates end here, at the condition.
create or replace trigger event_update after update on radius.session for each row
  when (old.ended_at is null and new.ended_at is not null) execute function radius.note_ended_session();
-- A NAS went silent, or is heard again.
create or replace trigger event_update after update on radius.nas_tally for each row
  when ((old.silent_since is null) <> (new.silent_since is null)) execute function radius.note_silence();
-- Somebody tries numbers at a program that subscribers talk to.
create or replace trigger event_update after update on crm.care_watch for each row
  when (new.trawled_until is distinct from old.trawled_until and new.trawled_until is not null)
  execute function crm.note_care_trawled();
-- An alert was opened, opened again, or closed.
create or replace trigger event_insert after insert on radius.alert for each row execute function radius.note_alert_event();
create or replace trigger event_update after update of closed_at on radius.alert for each row
  when ((old.closed_at is null) <> (new.closed_at is null)) execute function radius.note_alert_event();
