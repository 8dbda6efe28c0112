-- The shown balances move with the lines, in the same statement: rows are locked in the order of their ids, table by table, against
-- deadlocks. One statement finds what moves and whose it is; a single row is locked by its update. The sums go through arrays: a
-- plan over the transition table would keep to the size of its first statement.
--
-- It writes the changes in lastmile.service_changes, too: {"<id>": {"<column>": value, …}, …}. They are set by the very statement
-- that inserts the lines (src/areas/money/billing/store/ledger/post.ts), and apply to that statement only. The amount never comes
-- from there: whatever is set by whomever, a balance moves by what was posted, and by that alone.
create or replace function crm.post_balances() returns trigger language plpgsql as $$
declare
  known constant text[] := array['plan_id', 'sub_plan_id', 'period_id', 'status', 'status_before', 'status_at', 'suspended_at',
    'grace_upto', 'promise_upto', 'renewal_refused', 'valid_from', 'valid_upto', 'anchor_day', 'billed', 'updated_by'];
  changes constant jsonb := nullif(current_setting('lastmile.service_changes', true), '');
  moved record;
  wrong text;
begin
  select array_agg(a.service_id) filter (where a.kind = 'service') as services,
      array_agg(t.amt) filter (where a.kind = 'service') as of_services,
      array_agg(a.reseller_id) filter (where a.kind = 'wallet') as wallets,
      array_agg(t.amt) filter (where a.kind = 'wallet') as of_wallets,
      array_agg(a.user_id) filter (where a.kind = 'cash') as users,
      array_agg(t.amt) filter (where a.kind = 'cash') as of_users,
      array_agg(a.isp_id) filter (where a.kind = 'credits') as isps,
      array_agg(t.amt) filter (where a.kind = 'credits') as of_isps
    into moved
    from (select account_id, sum(amt) as amt from added group by account_id) t
    join crm.ledger_account a on a.id = t.account_id
    where a.kind <> 'nominal';
  if changes is not null then
    perform set_config('lastmile.service_changes', '', true);
    select c.key into wrong from jsonb_each(changes) c
      where c.value - known <> '{}' or not c.key::integer = any (coalesce(moved.services, '{}')) limit 1;
    if found then
      raise exception 'the ledger cannot change service % by %', wrong, changes -> wrong
        using errcode = 'check_violation', constraint = 'ledger_line_service_changes_check', schema = 'crm', table = 'ledger_line',
          hint = 'lastmile.service_changes may name services whose balances move, and columns that billing writes.';
    end if;
  end if;
  if cardinality(moved.services) > 1 then
    perform from crm.service where id = any (moved.services) order by id for no key update;
  end if;
  if changes is not null then
    update crm.service s set os_amt = s.os_amt + d.amt,
        (plan_id, sub_plan_id, period_id, status, status_before, status_at, suspended_at, grace_upto, promise_upto, renewal_refused,
          valid_from, valid_upto, anchor_day, billed, updated_by)
        = (select n.plan_id, n.sub_plan_id, n.period_id, n.status, n.status_before, n.status_at, n.suspended_at, n.grace_upto,
            n.promise_upto, n.renewal_refused, n.valid_from, n.valid_upto, n.anchor_day, n.billed, n.updated_by
          from jsonb_populate_record(s, changes -> s.id::text) n),
        updated_at = case when changes ? s.id::text then now() else s.updated_at end
      from unnest(moved.services, moved.of_services) as d (id, amt) where s.id = d.id;
  elsif cardinality(moved.services) > 1 then
    update crm.service o set os_amt = o.os_amt + d.amt
      from unnest(moved.services, moved.of_services) as d (id, amt) where o.id = d.id;
  elsif moved.services is not null then
    update crm.service set os_amt = os_amt + moved.of_services[1] where id = moved.services[1];
  end if;
  if cardinality(moved.wallets) > 1 then
    perform from crm.reseller where id = any (moved.wallets) order by id for no key update;
    update crm.reseller o set wallet = o.wallet - d.amt
      from unnest(moved.wallets, moved.of_wallets) as d (id, amt) where o.id = d.id;
  elsif moved.wallets is not null then
    update crm.reseller set wallet = wallet - moved.of_wallets[1] where id = moved.wallets[1];
  end if;
  if cardinality(moved.users) > 1 then
    perform from auth.login_user where id = any (moved.users) order by id for no key update;
    update auth.login_user o set cash_balance = o.cash_balance + d.amt
      from unnest(moved.users, moved.of_users) as d (id, amt) where o.id = d.id;
  elsif moved.users is not null then
    update auth.login_user set cash_balance = cash_balance + moved.of_users[1] where id = moved.users[1];
  end if;
  if cardinality(moved.isps) > 1 then
    perform from crm.isp where id = any (moved.isps) order by id for no key update;
    update crm.isp o set usage_credits = o.usage_credits + d.amt
      from unnest(moved.isps, moved.of_isps) as d (id, amt) where o.id = d.id;
  elsif moved.isps is not null then
    update crm.isp set usage_credits = usage_credits + moved.of_isps[1] where id = moved.isps[1];
  end if;
  return null;
end $$;
