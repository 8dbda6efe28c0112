-- An order can be for a change of plan, which is done with the payment; `agreed` is { price, upto, new_subplanid } then.

alter table crm.payment_order
  add constraint payment_order_known_purpose_check
    check (purpose in ('Dues', 'Advance') or (purpose in ('Renewal', 'Topup', 'PlanChange') and agreed is not null))
    not valid;
alter table crm.payment_order drop constraint payment_order_purpose_check;
alter table crm.payment_order rename constraint payment_order_known_purpose_check to payment_order_purpose_check;
alter table crm.payment_order validate constraint payment_order_purpose_check;
