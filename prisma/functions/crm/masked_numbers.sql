-- Further numbers of a record, each masked on its own, in their order.
create or replace function crm.masked_numbers(numbers text[]) returns text[] language sql immutable parallel safe as $$
  select case when numbers is not null
    then array(select crm.masked_number(n.number) from unnest(numbers) with ordinality n (number, at) order by n.at) end
$$;
