interface Inventory {
  readonly metadata: { readonly component: { name: string } };
}

/** What the release consists of, as CycloneDX. npm names it after the folder that it happens to be in. */
export async function inventory(npm: (...args: string[]) => Promise<string>): Promise<string> {
  const options = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--omit', 'dev'];
  const content: Inventory = JSON.parse(await npm('sbom', ...options));
  content.metadata.component.name = 'lastmile';
  return `${JSON.stringify(content, null, 2)}\n`;
}
