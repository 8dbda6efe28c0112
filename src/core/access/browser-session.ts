/** How long a browser is known after a sign-in. */
export const DEVICE_MS = 180 * 24 * 3_600_000;

/** What a caller's browser keeps of its session: a cookie that scripts cannot read. */
export interface BrowserSession {
  /** Undefined before sign-in. */
  readonly token: string | undefined;
  /** What it keeps of earlier sign-ins (`areas/online/logins/device.ts`). */
  readonly device: string | undefined;
  /** `User-Agent` of the browser, at most 200 characters. */
  readonly agent: string;
  /** @throws Fault of kind `forbidden` if others could read what this browser sends */
  checkEncrypted(): void;
  /** Makes the browser keep the token. */
  keep(token: string): void;
  /** Makes the browser keep that somebody has signed in. */
  keepDevice(marks: string): void;
  /** Makes the browser forget the token, not that somebody has signed in. */
  drop(): void;
}
