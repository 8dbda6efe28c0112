import { defineConfig } from 'prisma-cli/config';

export default defineConfig({ schema: 'prisma/schema', migrations: { path: 'prisma/migrations' } });
