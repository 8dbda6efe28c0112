-- Removes at most `batch` seals from the beginning of a chain: those from before then whose events are gone, and never the last
-- one. The chain then begins after them, and what erasures did to those events goes too. Returns how many.
create or replace function auth.remove_seals(of_isp integer, older_than timestamptz, batch integer) returns integer language plpgsql as $$
declare
  upto auth.audit_seal;
  removed integer;
begin
  with picked as (
    select s.* from auth.audit_seal s
    where s.isp_id = of_isp and s.seq < (select max(l.seq) from auth.audit_seal l where l.isp_id = of_isp)
    order by s.seq limit batch
  ), kept as (
    select min(p.seq) as seq from picked p
    where p.at >= older_than or p.sealed_at >= older_than
      or exists (select from auth.audit_event e where e.id = p.event_id)
      or exists (select from crm_archive.audit_event e where e.id = p.event_id)
  )
  select p.* into upto from picked p, kept k where p.seq < coalesce(k.seq, p.seq + 1) order by p.seq desc limit 1;
  if upto.seq is null then
    return 0;
  end if;
  update auth.audit_chain c set seq = upto.seq, head = upto.head where c.isp_id = of_isp;
  perform set_config('lastmile.archiving', 'on', true);
  delete from auth.audit_erasure r using auth.audit_seal s
    where s.isp_id = of_isp and s.seq <= upto.seq and r.event_id = s.event_id;
  delete from auth.audit_seal s where s.isp_id = of_isp and s.seq <= upto.seq;
  get diagnostics removed = row_count;
  perform set_config('lastmile.archiving', 'off', true);
  return removed;
end $$;
