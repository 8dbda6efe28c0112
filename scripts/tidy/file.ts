/** A tracked file; the path is relative to the root of the repository. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}
