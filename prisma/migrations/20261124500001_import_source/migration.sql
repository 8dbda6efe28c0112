-- What an import from another system has made, by its key there, so that a repeated import adds nothing.
CREATE TABLE crm.import_source (
  isp_id integer NOT NULL,
  source text NOT NULL,
  kind text NOT NULL,
  key text NOT NULL,
  record_id integer NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT import_source_pkey PRIMARY KEY (isp_id, source, kind, key),
  CONSTRAINT import_source_isp_id_fkey FOREIGN KEY (isp_id) REFERENCES crm.isp (id) ON DELETE NO ACTION ON UPDATE NO ACTION
);
