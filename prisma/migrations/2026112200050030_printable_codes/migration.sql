-- Codes are printable texts of 1 to 32 characters, on one line and trimmed; those of locations are listed comma-separated.
alter table crm.isp drop constraint isp_code_check, add constraint isp_code_check check (
  code = btrim(code) and char_length(code) between 1 and 32 and code !~ '[[:cntrl:]]'
);
alter table crm.reseller drop constraint reseller_code_check, add constraint reseller_code_check check (
  code = btrim(code) and char_length(code) between 1 and 32 and code !~ '[[:cntrl:]]'
);
alter table crm.location drop constraint location_code_check, add constraint location_code_check check (
  code = btrim(code) and char_length(code) between 1 and 32 and code !~ '[[:cntrl:],]'
);
alter table crm.sub_location drop constraint sub_location_code_check, add constraint sub_location_code_check check (
  code = btrim(code) and char_length(code) between 1 and 32 and code !~ '[[:cntrl:],]'
);

-- What belongs to nobody below is shown, and sorted, as 0.
create index login_user_ispid_idx on auth.login_user (coalesce(isp_id, 0), id) where deleted_at is null;
create index login_user_resellerid_idx on auth.login_user (isp_id, coalesce(reseller_id, 0), id) where deleted_at is null;
