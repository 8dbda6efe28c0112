-- CreateTable
CREATE TABLE "crm"."tenant_removal" (
    "isp_id" INTEGER NOT NULL,
    "file_sha256" TEXT NOT NULL,
    "removed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tenant_removal_pkey" PRIMARY KEY ("isp_id")
);
