create schema crm;
create schema crm_archive;
create schema radius;
create schema auth;

-- Wildcard and partial text filters; equality inside exclusion constraints.
create extension if not exists pg_trgm with schema public;
create extension if not exists btree_gist with schema public;
