-- Where the API keys of a login user may be used from. Empty: anywhere.
ALTER TABLE "auth"."login_user" ADD COLUMN "allowed_ips" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
