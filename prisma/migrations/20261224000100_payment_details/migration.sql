-- What an invoice says about how to pay it; empty: nothing.

alter table crm.isp_setting add column bank_details text not null default '', add column upi_id text not null default '';
