-- Units in special economic zones, and codes (SAC) by what is charged.
alter table crm.customer
  add column sez text,
  add constraint customer_sez_check check (sez in ('WithPayment', 'WithoutPayment')) not valid;
alter table crm.customer validate constraint customer_sez_check;
alter table crm.tax_seller
  add column installation_code text,
  add column topup_code text,
  add column late_fee_code text;
