-- The ledger is right whatever program writes it: entries balance, shown balances follow the lines, invoices are the sum of theirs.

-- Lines are of the ISP of their entry and sum to 0: asked once per statement.
create or replace trigger balanced after insert on crm.ledger_line referencing new table as added for each statement
  execute function crm.check_ledger_lines();
-- At the commit an entry has lines. The statement that adds it knows nothing of them yet.
create constraint trigger balanced after insert on crm.ledger_entry deferrable initially deferred for each row
  execute function crm.check_ledger_entry();
-- The shown balances move with the lines, in the same statement.
create or replace trigger post_balances after insert on crm.ledger_line referencing new table as added for each statement
  execute function crm.post_balances();

-- Only the ledger moves a balance: at depth 0 the update is a statement of its own, and is refused.
create or replace trigger keep_balance before update of os_amt on crm.service for each row
  when (old.os_amt <> new.os_amt and pg_trigger_depth() = 0) execute function crm.refuse_balance_change('os_amt');
-- Only the ledger moves a balance.
create or replace trigger keep_balance before update of wallet on crm.reseller for each row
  when (old.wallet <> new.wallet and pg_trigger_depth() = 0) execute function crm.refuse_balance_change('wallet');
-- Only the ledger moves a balance.
create or replace trigger keep_balance before update of usage_credits on crm.isp for each row
  when (old.usage_credits <> new.usage_credits and pg_trigger_depth() = 0)
  execute function crm.refuse_balance_change('usage_credits');
-- Only the ledger moves a balance.
create or replace trigger keep_balance before update of cash_balance on auth.login_user for each row
  when (old.cash_balance <> new.cash_balance and pg_trigger_depth() = 0)
  execute function crm.refuse_balance_change('cash_balance');

-- At the commit an invoice is the sum of its lines.
create constraint trigger sum after insert on crm.invoice deferrable initially deferred for each row
  execute function crm.check_invoice();
-- At the commit an invoice is the sum of its lines, also of those that came later.
create constraint trigger sum after insert on crm.invoice_line deferrable initially deferred for each row
  execute function crm.check_invoice();
