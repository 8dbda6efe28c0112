-- Who had this address or prefix? The indexes have no entries yet: no session before this version has an IPv6 prefix. Each
-- month is read through once, while its jobs wait; packets write to another table.
create index session_log_ip6_prefix_idx on radius.session_log using gist (ip6_prefix inet_ops) where ip6_prefix is not null;
create index session_log_pd_prefix_idx on radius.session_log using gist (pd_prefix inet_ops) where pd_prefix is not null;
create index session_log_ip6_prefix_idx on crm_archive.session_log using gist (ip6_prefix inet_ops) where ip6_prefix is not null;
create index session_log_pd_prefix_idx on crm_archive.session_log using gist (pd_prefix inet_ops) where pd_prefix is not null;
