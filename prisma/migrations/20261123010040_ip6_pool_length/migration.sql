-- The same rule, in plainer words.
alter table radius.ip6_pool drop constraint ip6_pool_length_check;
alter table radius.ip6_pool add constraint ip6_pool_length_check
  check (length <= 64 and length - masklen(network) between 0 and 32);
