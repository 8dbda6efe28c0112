-- CreateTable
CREATE TABLE "crm"."tenant_freeze" (
    "isp_id" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tenant_freeze_pkey" PRIMARY KEY ("isp_id")
);

-- AddForeignKey
ALTER TABLE "crm"."tenant_freeze" ADD CONSTRAINT "tenant_freeze_isp_id_fkey" FOREIGN KEY ("isp_id") REFERENCES "crm"."isp"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- RADIUS nodes read their NASes anew, without those of frozen ISPs, and all nodes who may call.
CREATE FUNCTION crm.notify_freeze() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  perform pg_notify('directory', 'nas:*');
  perform pg_notify('access', '');
  return null;
end $function$;

CREATE TRIGGER notify_nodes AFTER INSERT OR DELETE ON crm.tenant_freeze
  FOR EACH STATEMENT EXECUTE FUNCTION crm.notify_freeze();
