import { appRouter } from '../src/app-router.ts';
import { formsOf } from './build-client/forms.ts';

/** Prints the forms of all changes as JSON, for the build of the console. Needs no database and no network. */
process.stdout.write(JSON.stringify(formsOf(appRouter)));
