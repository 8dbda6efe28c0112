/** What a run of Vitest came to. */
export interface RunSummary {
  readonly files: readonly FileResult[];
  /** Errors that belong to no test, of which Vitest calls the run failed. */
  readonly errors: number;
}

export interface FileResult {
  readonly file: string;
  readonly passed: number;
  /** The names of the tests that failed, or WHOLE_FILE. */
  readonly failed: readonly string[];
}

/** Stands for the tests of a file that could not be loaded, or whose hook failed. */
export const WHOLE_FILE = 'the whole file';

export function shownCounts({ files, errors }: RunSummary): string {
  const passed = files.reduce((sum, file) => sum + file.passed, 0);
  const failed = files.reduce((sum, file) => sum + file.failed.length, errors);
  return `${passed} passed, ${failed} failed`;
}
