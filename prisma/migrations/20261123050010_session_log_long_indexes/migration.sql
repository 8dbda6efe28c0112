-- Who had this address at an instant? A session of at most 31 days that covers it began in the 31 days before, which is two
-- months' partitions; longer ones, which can be in any month, are in these indexes. Each month is read through, while its jobs
-- wait; packets write to another table.
create index session_log_long_ip_idx on radius.session_log (ip, started_at) where ended_at - started_at > interval '31 days';
create index session_log_long_ip6_prefix_idx on radius.session_log using gist (ip6_prefix inet_ops)
  where ip6_prefix is not null and ended_at - started_at > interval '31 days';
create index session_log_long_pd_prefix_idx on radius.session_log using gist (pd_prefix inet_ops)
  where pd_prefix is not null and ended_at - started_at > interval '31 days';
create index session_log_long_ip_idx on crm_archive.session_log (ip, started_at) where ended_at - started_at > interval '31 days';
create index session_log_long_ip6_prefix_idx on crm_archive.session_log using gist (ip6_prefix inet_ops)
  where ip6_prefix is not null and ended_at - started_at > interval '31 days';
create index session_log_long_pd_prefix_idx on crm_archive.session_log using gist (pd_prefix inet_ops)
  where pd_prefix is not null and ended_at - started_at > interval '31 days';
