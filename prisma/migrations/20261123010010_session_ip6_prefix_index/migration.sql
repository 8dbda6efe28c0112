-- outside a transaction
drop index concurrently if exists radius.session_ip6_prefix_idx;
create index concurrently session_ip6_prefix_idx on radius.session using gist (ip6_prefix inet_ops)
  where ip6_prefix is not null;
