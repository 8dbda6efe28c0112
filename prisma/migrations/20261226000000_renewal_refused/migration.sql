-- A service that is paid, but that a franchisee's wallet or the ISP's credits refused to renew or resume.

alter table crm.service add column renewal_refused boolean not null default false;
