-- Tax by place of supply: who the seller is to the tax office, what each charge was taxed as, and the numbers and contents of
-- its documents. Without a row in tax_seller nothing changes: the taxes of the ISP's settings apply as they are.

create table crm.tax_seller (
  isp_id           integer not null references crm.isp on delete no action on update no action,
  -- 0: the ISP itself, else a reseller.
  seller_id        integer not null constraint tax_seller_id_check check (seller_id >= 0),
  scheme           text not null constraint tax_seller_scheme_check check (scheme in ('none', 'gst', 'vat')),
  registration     text not null
    constraint tax_seller_registration_check check (registration in ('Regular', 'Composition', 'Unregistered')),
  legal_name       text not null,
  address          text not null,
  city             text not null,
  zipcode          text not null,
  -- Code of the state (GST).
  state            text constraint tax_seller_state_check check (state ~ '^\d{2}$'),
  -- As in VAT numbers: ISO 3166, but EL for Greece.
  country          text not null constraint tax_seller_country_check check (country ~ '^[A-Z]{2}$'),
  tax_number       text,
  -- Of what is sold (SAC).
  tax_code         text not null,
  invoice_template text not null,
  credit_template  text not null,
  -- The month in which the financial year begins.
  year_start       integer not null constraint tax_seller_year_start_check check (year_start between 1 and 12),
  created_at       timestamptz(3) not null default now(),
  created_by       text not null default 'system',
  updated_at       timestamptz(3) not null default now(),
  updated_by       text not null default 'system',
  primary key (isp_id, seller_id),
  constraint tax_seller_number_check check (scheme = 'none' or registration = 'Unregistered' or tax_number is not null),
  constraint tax_seller_gst_check check (scheme <> 'gst' or state is not null)
);

create trigger audit after insert or update or delete on crm.tax_seller for each row
  when (current_setting('lastmile.audit_event', true) <> '') execute function auth.record_change('isp_id', 'seller_id');

-- Of the customer, for services that have none.
alter table crm.customer add column tax_id text;

-- What a charge was taxed as (src/areas/tax/supply.ts); NULL: by the taxes of the settings.
alter table crm.charge add column supply jsonb;

-- What the document shows for tax (src/areas/invoices/tax-document.ts); NULL: nothing more than its taxes.
alter table crm.invoice add column tax_document jsonb;

-- The last number of a tax series; NULL: the series counts with invoice_counter.
alter table crm.invoice_series add column last_number integer;

-- What the Invoice Registration Portal answered. Written once.
create table crm.einvoice (
  invoice_id integer primary key references crm.invoice on delete no action on update no action,
  irn        text not null constraint einvoice_irn_check check (irn ~ '^[0-9a-f]{64}$'),
  ack_no     text,
  ack_on     date,
  signed_qr  text,
  created_at timestamptz(3) not null default now(),
  created_by text not null default 'system'
);

create function crm.keep_einvoice() returns trigger language plpgsql as $$
begin
  raise exception 'the registration of invoice % does not change', old.invoice_id
    using errcode = 'restrict_violation', schema = 'crm', table = 'einvoice';
end $$;
create trigger immutable before update or delete on crm.einvoice
  for each row execute function crm.keep_einvoice();
