-- The code that linked a chat has proved who reads messages to the number of before, and nothing about the new one.
create or replace function crm.unlink_chats() returns trigger language plpgsql as $$
begin
  delete from crm.care_chat where isp_id = new.isp_id and customer_id = new.id;
  return null;
end $$;
