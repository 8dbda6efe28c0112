/** What a caller's browser keeps of its session: a cookie that scripts cannot read. */
export interface BrowserSession {
  /** Undefined before sign-in. */
  readonly token: string | undefined;
  /** `User-Agent` of the browser, at most 200 characters. */
  readonly agent: string;
  /** @throws Fault of kind `forbidden` if others could read what this browser sends */
  checkEncrypted(): void;
  /** Makes the browser keep the token. */
  keep(token: string): void;
  /** Makes the browser forget the token. */
  drop(): void;
}
