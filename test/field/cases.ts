import { readdirSync, readFileSync } from 'node:fs';

/** What every file of a corpus has. */
interface Field {
  /** The name of its file, as words. */
  readonly name: string;
  /** Where such input is described or was found. */
  readonly source: string;
}

/** The cases of a folder of `test/field`, each a JSON file. */
export function casesOf<Case>(folder: string): (Case & Field)[] {
  const place = new URL(`${folder}/`, import.meta.url);
  return readdirSync(place)
    .sort()
    .map((file) => {
      const found = JSON.parse(readFileSync(new URL(file, place), 'utf8')) as Case & Field;
      if (!found.source) throw new Error(`${folder}/${file} names no source`);
      return { ...found, name: file.replace(/\.json$/, '').replaceAll('-', ' ') };
    });
}
