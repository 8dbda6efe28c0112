/** A request body that is a file. Nothing of it is kept before `read`. */
export interface Upload {
  /**
   * The whole file.
   * @param most in bytes
   * @param check looks at its first bytes (at most 16) as soon as they are there, and throws to refuse it
   * @throws Fault of kind `tooLarge`, or `badInput` if the connection breaks off; what `check` throws
   */
  read(most: number, check: (start: Buffer) => void): Promise<Buffer>;
  /** Takes what is left of it, up to a limit, so that a client that is still sending sees the answer. */
  discard(): Promise<void>;
}
