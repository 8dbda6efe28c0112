-- Guests of hotspots: codes in batches, the devices that used them, wrong codes, and the tickets that NASes are logged in with.
ALTER TABLE "crm"."plan" ADD COLUMN "time_limit_min" INTEGER,
  ADD CONSTRAINT "plan_time_limit_min_check" CHECK (time_limit_min BETWEEN 1 AND 527040);
ALTER TABLE "radius"."nas" ADD COLUMN "hotspot_hosts" TEXT[] DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "uam_secret_enc" BYTEA,
  DROP CONSTRAINT "nas_volume_limit_check",
  ADD CONSTRAINT "nas_volume_limit_check" CHECK (NOT volume_limit OR vendor IN ('Mikrotik', 'WISPr'));

CREATE TABLE "crm"."hotspot_key" (
    "isp_id" INTEGER NOT NULL,
    "key_enc" BYTEA NOT NULL,

    CONSTRAINT "hotspot_key_pkey" PRIMARY KEY ("isp_id")
);

CREATE TABLE "crm"."hotspot_batch" (
    "id" SERIAL NOT NULL,
    "isp_id" INTEGER NOT NULL,
    "reseller_id" INTEGER,
    "customer_id" INTEGER NOT NULL,
    "plan_id" INTEGER NOT NULL,
    "sub_plan_id" INTEGER NOT NULL,
    "location_code" TEXT NOT NULL,
    "sub_location_code" TEXT NOT NULL,
    "count" INTEGER NOT NULL CHECK ("count" BETWEEN 1 AND 10000),
    "valid_hours" INTEGER NOT NULL CHECK (valid_hours BETWEEN 1 AND 8784),
    "use_until" DATE NOT NULL,
    "remember_devices" BOOLEAN NOT NULL DEFAULT false,
    "note" TEXT,
    "printed_at" TIMESTAMPTZ(3),
    "printed_by" TEXT,
    "voided_at" TIMESTAMPTZ(3),
    "voided_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT NOT NULL DEFAULT 'system',
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT NOT NULL DEFAULT 'system',

    CONSTRAINT "hotspot_batch_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "crm"."hotspot_code" (
    "id" SERIAL NOT NULL,
    "isp_id" INTEGER NOT NULL,
    "reseller_id" INTEGER,
    "batch_id" INTEGER NOT NULL,
    "serial" INTEGER NOT NULL,
    "code_mac" BYTEA NOT NULL,
    "code_enc" BYTEA,
    "status" TEXT NOT NULL DEFAULT 'New' CHECK (status IN ('New', 'Used', 'Void', 'Expired')),
    "service_id" INTEGER,
    "used_at" TIMESTAMPTZ(3),
    "valid_until" TIMESTAMPTZ(3),

    CONSTRAINT "hotspot_code_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "hotspot_code_used_check" CHECK (status <> 'Used' OR num_nulls(service_id, used_at, valid_until) = 0)
);

CREATE TABLE "crm"."hotspot_device" (
    "id" SERIAL NOT NULL,
    "isp_id" INTEGER NOT NULL,
    "code_id" INTEGER NOT NULL,
    "mac" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "hotspot_device_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "crm"."hotspot_guess" (
    "isp_id" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "blocked_until" TIMESTAMPTZ(3),

    CONSTRAINT "hotspot_guess_pkey" PRIMARY KEY ("isp_id","source")
);

CREATE TABLE "radius"."hotspot_ticket" (
    "digest" BYTEA NOT NULL,
    "isp_id" INTEGER NOT NULL,
    "service_id" INTEGER NOT NULL,
    "mac" TEXT NOT NULL,
    "nas_ids" INTEGER[],
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3),
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "hotspot_ticket_pkey" PRIMARY KEY ("digest")
);

CREATE UNIQUE INDEX "hotspot_batch_isp_id_id_key" ON "crm"."hotspot_batch"("isp_id", "id");
CREATE INDEX "hotspot_batch_list_idx" ON "crm"."hotspot_batch"("isp_id", "id");
CREATE INDEX "hotspot_batch_customer_id_idx" ON "crm"."hotspot_batch"("customer_id");
CREATE INDEX "hotspot_batch_plan_id_sub_plan_id_idx" ON "crm"."hotspot_batch"("plan_id", "sub_plan_id");
CREATE UNIQUE INDEX "hotspot_code_isp_id_id_key" ON "crm"."hotspot_code"("isp_id", "id");
CREATE UNIQUE INDEX "hotspot_code_batch_id_serial_key" ON "crm"."hotspot_code"("batch_id", "serial");
CREATE UNIQUE INDEX "hotspot_code_mac_key" ON "crm"."hotspot_code"("isp_id", "code_mac");
CREATE INDEX "hotspot_code_service_idx" ON "crm"."hotspot_code"("service_id") WHERE (service_id IS NOT NULL);
CREATE INDEX "hotspot_code_valid_until_idx" ON "crm"."hotspot_code"("valid_until") WHERE (status = 'Used'::text);
CREATE UNIQUE INDEX "hotspot_device_code_id_mac_key" ON "crm"."hotspot_device"("code_id", "mac");
CREATE INDEX "hotspot_device_isp_id_mac_idx" ON "crm"."hotspot_device"("isp_id", "mac");
CREATE INDEX "hotspot_device_seen_at_idx" ON "crm"."hotspot_device"("seen_at");
CREATE INDEX "hotspot_guess_since_idx" ON "crm"."hotspot_guess"("since");
CREATE INDEX "hotspot_ticket_expires_at_idx" ON "radius"."hotspot_ticket"("expires_at");
CREATE INDEX "hotspot_ticket_service_id_idx" ON "radius"."hotspot_ticket"("service_id");
ALTER TABLE "crm"."hotspot_key" ADD CONSTRAINT "hotspot_key_isp_id_fkey" FOREIGN KEY ("isp_id") REFERENCES "crm"."isp"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "crm"."hotspot_batch" ADD CONSTRAINT "hotspot_batch_isp_id_fkey" FOREIGN KEY ("isp_id") REFERENCES "crm"."isp"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "crm"."hotspot_batch" ADD CONSTRAINT "hotspot_batch_isp_id_reseller_id_fkey" FOREIGN KEY ("isp_id", "reseller_id") REFERENCES "crm"."reseller"("isp_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "crm"."hotspot_batch" ADD CONSTRAINT "hotspot_batch_isp_id_customer_id_fkey" FOREIGN KEY ("isp_id", "customer_id") REFERENCES "crm"."customer"("isp_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "crm"."hotspot_batch" ADD CONSTRAINT "hotspot_batch_isp_id_plan_id_fkey" FOREIGN KEY ("isp_id", "plan_id") REFERENCES "crm"."plan"("isp_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "crm"."hotspot_batch" ADD CONSTRAINT "hotspot_batch_plan_id_sub_plan_id_fkey" FOREIGN KEY ("plan_id", "sub_plan_id") REFERENCES "crm"."sub_plan"("plan_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "crm"."hotspot_code" ADD CONSTRAINT "hotspot_code_isp_id_batch_id_fkey" FOREIGN KEY ("isp_id", "batch_id") REFERENCES "crm"."hotspot_batch"("isp_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "crm"."hotspot_code" ADD CONSTRAINT "hotspot_code_isp_id_service_id_fkey" FOREIGN KEY ("isp_id", "service_id") REFERENCES "crm"."service"("isp_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "crm"."hotspot_device" ADD CONSTRAINT "hotspot_device_isp_id_code_id_fkey" FOREIGN KEY ("isp_id", "code_id") REFERENCES "crm"."hotspot_code"("isp_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "radius"."hotspot_ticket" ADD CONSTRAINT "hotspot_ticket_isp_id_service_id_fkey" FOREIGN KEY ("isp_id", "service_id") REFERENCES "crm"."service"("isp_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
