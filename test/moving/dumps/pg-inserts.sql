--
-- PostgreSQL database dump
--


-- Dumped from database version 15.20 (Debian 15.20-0+deb12u1)
-- Dumped by pg_dump version 15.20 (Debian 15.20-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Data for Name: nas; Type: TABLE DATA; Schema: public; Owner: postgres
--

INSERT INTO public.nas (id, nasname, shortname, type, ports, secret, server, community, description) VALUES (1, '10.0.0.1', 'core-1', 'mikrotik', NULL, 's3cr''et', NULL, NULL, 'Core');
INSERT INTO public.nas (id, nasname, shortname, type, ports, secret, server, community, description) VALUES (2, '10.1.0.0/24', 'lan', 'other', NULL, 'x', NULL, NULL, 'A network');
INSERT INTO public.nas (id, nasname, shortname, type, ports, secret, server, community, description) VALUES (3, 'core.example.net', 'dns', 'cisco', NULL, 'y', NULL, NULL, 'By name');


--
-- Data for Name: radcheck; Type: TABLE DATA; Schema: public; Owner: postgres
--

INSERT INTO public.radcheck (id, username, attribute, op, value) VALUES (1, 'anna', 'Cleartext-Password', ':=', 'pa''ss\w"ord');
INSERT INTO public.radcheck (id, username, attribute, op, value) VALUES (2, 'anna', 'Expiration', ':=', '31 Dec 2031 23:59:59');
INSERT INTO public.radcheck (id, username, attribute, op, value) VALUES (3, 'anna', 'Calling-Station-Id', '==', 'AA-BB-CC-00-11-22');
INSERT INTO public.radcheck (id, username, attribute, op, value) VALUES (4, 'bob', 'Crypt-Password', ':=', '$1$abc$def');
INSERT INTO public.radcheck (id, username, attribute, op, value) VALUES (5, 'carl', 'Cleartext-Password', ':=', 'carl');
INSERT INTO public.radcheck (id, username, attribute, op, value) VALUES (6, 'dora', 'Cleartext-Password', ':=', 'one');
INSERT INTO public.radcheck (id, username, attribute, op, value) VALUES (7, 'dora', 'Cleartext-Password', ':=', 'two');
INSERT INTO public.radcheck (id, username, attribute, op, value) VALUES (8, 'erik', 'Cleartext-Password', ':=', 'erik');
INSERT INTO public.radcheck (id, username, attribute, op, value) VALUES (9, 'fay', 'User-Password', ':=', 'fay');
INSERT INTO public.radcheck (id, username, attribute, op, value) VALUES (10, 'gus', 'Cleartext-Password', ':=', 'gus');
INSERT INTO public.radcheck (id, username, attribute, op, value) VALUES (11, 'gus', 'Expiration', ':=', 'whenever');
INSERT INTO public.radcheck (id, username, attribute, op, value) VALUES (12, 'hana', 'Cleartext-Password', ':=', 'hana');
INSERT INTO public.radcheck (id, username, attribute, op, value) VALUES (13, 'x''); DROP TABLE crm.service;--', 'Cleartext-Password', ':=', 'evil');
INSERT INTO public.radcheck (id, username, attribute, op, value) VALUES (14, 'jörg', 'Cleartext-Password', ':=', 'grüße');
INSERT INTO public.radcheck (id, username, attribute, op, value) VALUES (15, 'kim', 'Cleartext-Password', ':=', 'kim');
INSERT INTO public.radcheck (id, username, attribute, op, value) VALUES (16, 'late', 'Cleartext-Password', ':=', 'late');
INSERT INTO public.radcheck (id, username, attribute, op, value) VALUES (17, 'late', 'Expiration', ':=', 'Jan 15 2020');
INSERT INTO public.radcheck (id, username, attribute, op, value) VALUES (18, 'sam', 'Cleartext-Password', ':=', 'sam');
INSERT INTO public.radcheck (id, username, attribute, op, value) VALUES (19, 'Lena', 'Cleartext-Password', ':=', 'lena');
INSERT INTO public.radcheck (id, username, attribute, op, value) VALUES (20, 'mona', 'NT-Password', ':=', '0123456789abcdef0123456789abcdef');


--
-- Data for Name: radgroupreply; Type: TABLE DATA; Schema: public; Owner: postgres
--

INSERT INTO public.radgroupreply (id, groupname, attribute, op, value) VALUES (1, 'gold', 'Mikrotik-Rate-Limit', ':=', '10M/20M 20M/40M 8M/16M 8/8');
INSERT INTO public.radgroupreply (id, groupname, attribute, op, value) VALUES (2, 'gold', 'Session-Timeout', ':=', '86400');
INSERT INTO public.radgroupreply (id, groupname, attribute, op, value) VALUES (3, 'gold', 'Framed-Protocol', ':=', 'PPP');
INSERT INTO public.radgroupreply (id, groupname, attribute, op, value) VALUES (4, 'silver', 'WISPr-Bandwidth-Max-Down', ':=', '8000000');
INSERT INTO public.radgroupreply (id, groupname, attribute, op, value) VALUES (5, 'silver', 'WISPr-Bandwidth-Max-Up', ':=', '2000000');
INSERT INTO public.radgroupreply (id, groupname, attribute, op, value) VALUES (6, 'broken', 'Mikrotik-Rate-Limit', ':=', 'fast');
INSERT INTO public.radgroupreply (id, groupname, attribute, op, value) VALUES (7, 'shaped', 'Filter-Id', '=', '4096/1024');


--
-- Data for Name: radusergroup; Type: TABLE DATA; Schema: public; Owner: postgres
--

INSERT INTO public.radusergroup (id, username, groupname, priority) VALUES (1, 'anna', 'silver', 2);
INSERT INTO public.radusergroup (id, username, groupname, priority) VALUES (2, 'anna', 'gold', 1);
INSERT INTO public.radusergroup (id, username, groupname, priority) VALUES (3, 'bob', 'gold', 1);
INSERT INTO public.radusergroup (id, username, groupname, priority) VALUES (4, 'carl', 'nowhere', 1);
INSERT INTO public.radusergroup (id, username, groupname, priority) VALUES (5, 'dora', 'gold', 1);
INSERT INTO public.radusergroup (id, username, groupname, priority) VALUES (6, 'erik', 'silver', 1);
INSERT INTO public.radusergroup (id, username, groupname, priority) VALUES (7, 'gus', 'gold', 1);
INSERT INTO public.radusergroup (id, username, groupname, priority) VALUES (8, 'hana', 'gold', 1);
INSERT INTO public.radusergroup (id, username, groupname, priority) VALUES (9, 'hana', 'daloRADIUS-Disabled', 0);
INSERT INTO public.radusergroup (id, username, groupname, priority) VALUES (10, 'x''); DROP TABLE crm.service;--', 'gold', 1);
INSERT INTO public.radusergroup (id, username, groupname, priority) VALUES (11, 'jörg', 'shaped', 1);
INSERT INTO public.radusergroup (id, username, groupname, priority) VALUES (12, 'kim', 'gold', 1);
INSERT INTO public.radusergroup (id, username, groupname, priority) VALUES (13, 'late', 'gold', 1);
INSERT INTO public.radusergroup (id, username, groupname, priority) VALUES (14, 'sam', 'gold', 1);
INSERT INTO public.radusergroup (id, username, groupname, priority) VALUES (15, 'lena', 'broken', 1);
INSERT INTO public.radusergroup (id, username, groupname, priority) VALUES (16, 'mona', 'silver', 1);


--
-- Name: nas_id_seq; Type: SEQUENCE SET; Schema: public; Owner: postgres
--

SELECT pg_catalog.setval('public.nas_id_seq', 3, true);


--
-- Name: radcheck_id_seq; Type: SEQUENCE SET; Schema: public; Owner: postgres
--

SELECT pg_catalog.setval('public.radcheck_id_seq', 20, true);


--
-- Name: radgroupreply_id_seq; Type: SEQUENCE SET; Schema: public; Owner: postgres
--

SELECT pg_catalog.setval('public.radgroupreply_id_seq', 7, true);


--
-- Name: radusergroup_id_seq; Type: SEQUENCE SET; Schema: public; Owner: postgres
--

SELECT pg_catalog.setval('public.radusergroup_id_seq', 16, true);


--
-- PostgreSQL database dump complete
--


