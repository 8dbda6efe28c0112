-- Sums of payments are read from the index alone, so it has what they need after the order of the list.
drop index crm.payment_paid_on_idx;
create index payment_paid_on_idx on crm.payment (isp_id, paid_on, id, reseller_id, mode, status, amt, collected_by);
