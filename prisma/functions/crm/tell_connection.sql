-- A transaction tells its connection that it has notified something (src/db/transaction.ts). The server sends a message of level
-- INFO at once, which costs both sides a system call each time. A change of application_name, which the server reports to the
-- client, travels with the answer to the statement. A node that hears it says so (lastmile.told_by); a node of the version before
-- is told as before.
create or replace function crm.tell_connection() returns void language plpgsql as $$
begin
  if current_setting('lastmile.told_by', true) = 'application_name' then
    perform set_config('application_name', 'lastmile notified', true);
  else
    raise info 'lastmile: notified';
  end if;
end $$;
