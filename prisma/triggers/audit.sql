-- Changes of callers are audited, whatever makes them: each table that callers change has this trigger. Outside an audit event, in
-- bulk and packet work, it does not even call its function.
--
-- auth.record_change takes the columns of the key; `id` where there are none.

create or replace trigger audit after insert or update or delete on auth.api_key for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on auth.audit_erasure for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on auth.login_user for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.adjustment for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.broadcast for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.broadcast_text for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.call for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.care_chat for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.care_queue for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.cash_handover for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.customer for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.customer_erasure for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.file for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.incident for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.isp for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.isp_setting for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change(isp_id);
create or replace trigger audit after insert or update or delete on crm.lead for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.location for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.note for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.notice for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.notice_opt_out for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.notice_sender for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.payment for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.payment_gateway for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.payment_order for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.plan for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.plan_change for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.promise for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.promotion_opt_out for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.receipt for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.reseller for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.service for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.service_identity for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.setting for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change(key);
create or replace trigger audit after insert or update or delete on crm.sub_location for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.sub_plan for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.task for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.tax_seller for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change(isp_id, seller_id);
create or replace trigger audit after insert or update or delete on crm.ticket for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.ticket_appeal for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.ticket_calendar for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.ticket_category for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.ticket_entry for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.ticket_sla for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.topup for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.topup_plan for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.visit for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.visit_slot for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on crm.webhook for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on radius.ip6_pool for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on radius.alert for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on radius.ip_pool for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on radius.nas for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on radius.nas_api for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change(nas_id);
create or replace trigger audit after insert or update or delete on radius.nas_ip_pool for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on radius.nas_share for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change(nas_id, reseller_id);
create or replace trigger audit after insert or update or delete on radius.nat_rule for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on radius.proxy for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
create or replace trigger audit after insert or update or delete on radius.realm_rule for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();

-- Before the row is written: the addresses of webhooks and senders have keys in them that readers of the audit may not see.
create or replace trigger a_hide_keys before insert on auth.audit_change for each row
  when (new.table_name = any (array['crm.notice_sender', 'crm.webhook'])) execute function auth.hide_keys();
create or replace trigger audit after insert or update or delete on crm.hotspot_batch for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change();
