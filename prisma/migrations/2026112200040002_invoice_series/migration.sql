-- A document number is unique within the ISP for ever. It is the prefix of a series, a dash, and a number that its seller counts
-- up: a prefix belongs to one seller, also when another one has its code later, so two numbers are never the same text.
create table crm.invoice_series (
  isp_id    integer not null references crm.isp,
  -- 0: the ISP itself.
  seller_id integer not null,
  -- The code that the seller had.
  code      text not null,
  prefix    text not null,
  primary key (isp_id, seller_id, code)
);
create unique index invoice_series_prefix_key on crm.invoice_series (isp_id, lower(prefix));

-- What was printed so far goes on, one pass over the invoices. Of a prefix that several sellers printed the one who has come
-- furthest goes on with it, so that nothing that follows was printed before.
insert into crm.invoice_series (isp_id, seller_id, code, prefix)
  select distinct on (isp_id, lower(prefix)) isp_id, seller_id, prefix, prefix
  from (
    select isp_id, seller_id, regexp_replace(document_no, '-\d+$', '') as prefix, max(number) as last
    from crm.invoice where document_no ~ '-\d+$' group by 1, 2, 3
  ) printed
  order by isp_id, lower(prefix), last desc, seller_id;

-- Documents do not change: those that repeat the number of an older one are marked, once, and every other number is unique.
-- A column with a constant default rewrites nothing; the index takes one more pass.
alter table crm.invoice add column number_repeated boolean not null default false;
alter table crm.invoice disable trigger immutable;
update crm.invoice i set number_repeated = true
  from (select id, row_number() over (partition by isp_id, document_no order by id) as at from crm.invoice) d
  where d.id = i.id and d.at > 1;
alter table crm.invoice enable trigger immutable;
create unique index invoice_document_no_key on crm.invoice (isp_id, document_no) where not number_repeated;
