-- Numbers without gaps per seller: the row stays locked until the invoice is committed.
create or replace function crm.next_invoice_number(isp integer, seller integer) returns integer language sql as $$
  insert into crm.invoice_counter as c (isp_id, seller_id, last_number) values (isp, seller, 1)
  on conflict (isp_id, seller_id) do update set last_number = c.last_number + 1
  returning last_number
$$;
