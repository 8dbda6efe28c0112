/** A request and its retransmissions. */
interface Transmission<T> {
  /** How long each transmission waits for the response. */
  readonly waitsMs: readonly number[];
  readonly send: () => void;
  readonly isClosed: () => boolean;
  readonly response: Promise<T>;
}

/** Sends until the response is there. Null: none came. */
export async function transmit<T>({ waitsMs, send, isClosed, response }: Transmission<T>): Promise<T | null> {
  for (const waitMs of waitsMs) {
    if (isClosed()) break;
    send();
    const received = await within(waitMs, response);
    if (received !== null) return received;
  }
  return null;
}

async function within<T>(milliseconds: number, response: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  try {
    return await Promise.race([response, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
