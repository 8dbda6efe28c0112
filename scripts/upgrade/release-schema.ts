import type pg from 'pg';

const FUNCTION = /^(?=CREATE OR REPLACE (?:FUNCTION|PROCEDURE) )/m;
const TRIGGER = /^CREATE TRIGGER /;

/**
 * Gives a restored database the functions and triggers of its release: a restore makes the tables from the migrations, and its
 * functions may be newer ones. `catalog` is that of the release, as `catalogOf` writes it.
 */
export async function putSources(client: pg.Client, catalog: string): Promise<void> {
  await client.query('SET check_function_bodies = off');
  const functions = sectionOf(catalog, 'functions').split(FUNCTION).filter(Boolean);
  const triggers = sectionOf(catalog, 'triggers')
    .split('\n')
    .filter((line) => TRIGGER.test(line));
  for (const statement of functions) await client.query(statement);
  for (const statement of triggers) await client.query(statement.replace(TRIGGER, 'CREATE OR REPLACE TRIGGER '));
}

function sectionOf(catalog: string, title: string): string {
  const [, after = ''] = catalog.split(new RegExp(`^## ${title}\n`, 'm'));
  return after.split(/^## /m)[0] ?? '';
}
