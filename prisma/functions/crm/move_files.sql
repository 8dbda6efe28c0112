-- Documents of a ticket or a lead follow its customer and its reseller.
create or replace function crm.move_files() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'ticket' then
    update crm.file set ticket_id = new.id where ticket_id = new.id;
  else
    update crm.file set lead_id = new.id where lead_id = new.id;
  end if;
  return null;
end $$;
