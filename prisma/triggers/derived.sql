-- Rows and columns that follow from others, kept by the database so that no rule can forget them.

-- Every ISP has its settings from the start, so nothing has to treat them as absent.
create or replace trigger give_settings after insert on crm.isp for each row execute function crm.give_isp_settings();
-- Every service has its usage from the start, so accounting only updates.
create or replace trigger give_usage after insert on crm.service referencing new table as added for each statement
  execute function radius.give_usage();
-- The volume of a day that is over becomes a row.
create or replace trigger put_day_away after update on radius.usage for each row
  when (old.day is distinct from new.day and old.day is not null) execute function radius.put_day_away();
-- A node that learnt the MAC address of a log-in sees that somebody has set it since.
create or replace trigger mac_generation before update of mac, mac_bind on crm.service for each row
  execute function crm.count_mac_generation();
-- A program that does not know the columns of the numbers may change `mobile`: then they are read again.
create or replace trigger forget_numbers before update of mobile on crm.customer for each row
  when (old.mobile <> new.mobile and old.e164 = new.e164 and old.other_e164 = new.other_e164)
  execute function crm.forget_numbers();
-- A program that does not know the columns of the numbers may change `mobile`: then they are read again.
create or replace trigger forget_numbers before update of mobile on crm.lead for each row
  when (old.mobile <> new.mobile and old.e164 = new.e164 and old.other_e164 = new.other_e164)
  execute function crm.forget_numbers();
-- Telephone numbers are read by the country of the ISP.
create or replace trigger read_numbers_again after update of country on crm.isp for each row
  when (old.country <> new.country) execute function crm.read_numbers_again();
-- The table stays empty, so that a node of an older version counts nothing a second time.
create or replace trigger keep_nothing before insert on radius.traffic_seen for each row
  execute function radius.keep_no_traffic();
-- A chat at WhatsApp was linked by a code to the number on record: the link ends with that number, and with the customer.
create or replace trigger unlink_chats after update of mobile, deleted_at on crm.customer for each row
  when (old.mobile <> new.mobile or old.deleted_at is null and new.deleted_at is not null)
  execute function crm.unlink_chats();
