-- An order can be for a renewal or a top-up, which is done with the payment.

alter table crm.payment_order
  -- What the payer agreed to: { price, upto, subplanid } or { price, topup_planid, gb }; NULL: money alone.
  add column agreed jsonb,
  add column fulfilled_at timestamptz(3),
  -- Why it is not done; the money is an advance then.
  add column unfulfilled text,
  add constraint payment_order_fulfilled_check check (agreed is not null or (fulfilled_at is null and unfulfilled is null)),
  add constraint payment_order_known_purpose_check
    check (purpose in ('Dues', 'Advance') or (purpose in ('Renewal', 'Topup') and agreed is not null));
alter table crm.payment_order drop constraint payment_order_purpose_check;
alter table crm.payment_order rename constraint payment_order_known_purpose_check to payment_order_purpose_check;
