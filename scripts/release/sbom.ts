interface Inventory {
  readonly metadata: { readonly component: { name: string } };
}

/**
 * What the release consists of, as CycloneDX: by the lock file, since what is installed still has the version before. npm names it
 * after the folder that it happens to be in.
 */
export async function inventory(npm: (...args: string[]) => Promise<string>): Promise<string> {
  const format = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  const content: Inventory = JSON.parse(await npm('sbom', '--package-lock-only', '--omit', 'dev', ...format));
  content.metadata.component.name = 'lastmile';
  return `${JSON.stringify(content, null, 2)}\n`;
}
