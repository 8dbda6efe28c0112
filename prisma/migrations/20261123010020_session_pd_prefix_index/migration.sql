-- outside a transaction
drop index concurrently if exists radius.session_pd_prefix_idx;
create index concurrently session_pd_prefix_idx on radius.session using gist (pd_prefix inet_ops)
  where pd_prefix is not null;
