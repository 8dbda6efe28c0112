-- A payment that the bank has returned: cancelled, and since when the money was missing.
ALTER TABLE "crm"."payment" ADD COLUMN "bounced_on" DATE;

-- The check grows by a value. That of before is dropped last, so that at no moment there is none.
alter table crm.notice
  add constraint notice_trigger_known_check check (trigger in ('before_expiry', 'before_due', 'np', 'npd', 'restored',
    'payment_received', 'payment_bounced', 'invoice_issued', 'volume_80', 'volume_100', 'password_changed', 'sign_in_code',
    'pay_link', 'ticket_created', 'ticket_waiting', 'ticket_resolved', 'ticket_reopened', 'appeal_filed', 'appeal_decided',
    'visit_booked', 'visit_on_way', 'visit_cancelled'));
alter table crm.notice drop constraint notice_trigger_check;
alter table crm.notice rename constraint notice_trigger_known_check to notice_trigger_check;
