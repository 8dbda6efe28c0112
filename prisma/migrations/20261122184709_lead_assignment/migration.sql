-- AlterTable
ALTER TABLE "crm"."lead" ADD COLUMN     "assigned_to" INTEGER;

-- CreateIndex
CREATE UNIQUE INDEX "login_user_isp_id_id_key" ON "auth"."login_user"("isp_id", "id");

-- CreateIndex
CREATE INDEX "lead_isp_id_assigned_to_status_id_idx" ON "crm"."lead"("isp_id", "assigned_to", "status", "id");

-- CreateIndex
CREATE INDEX "lead_isp_id_reseller_id_status_id_idx" ON "crm"."lead"("isp_id", "reseller_id", "status", "id");

-- AddForeignKey
ALTER TABLE "crm"."lead" ADD CONSTRAINT "lead_isp_id_assigned_to_fkey" FOREIGN KEY ("isp_id", "assigned_to") REFERENCES "auth"."login_user"("isp_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
