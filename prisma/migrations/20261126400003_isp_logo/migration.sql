-- The logo of an ISP. Its settings name the version that is shown, and so its changes are in the audit without its bytes.
create table crm.isp_logo (
  isp_id     integer primary key references crm.isp on delete no action on update no action,
  media_type text not null constraint isp_logo_media_type_check check (media_type in ('image/png', 'image/jpeg')),
  content    bytea not null constraint isp_logo_content_check check (octet_length(content) between 1 and 50000),
  updated_at timestamptz(3) not null default now()
);

alter table crm.isp_setting
  add column logo text not null default '',
  add constraint isp_setting_logo_check check (logo ~ '^([0-9a-f]{24})?$') not valid;
alter table crm.isp_setting validate constraint isp_setting_logo_check;
