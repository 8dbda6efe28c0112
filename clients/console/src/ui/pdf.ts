import { read } from '../api/client.ts';

/** Documents that the node makes as PDF. */
export type Pdf = 'invoice.pdf' | 'payment.receipt';

/** Opens a document in a new window. The window opens at once, since browsers stop those that come later. */
export async function openPdf(path: Pdf, id: number): Promise<void> {
  const tab = globalThis.open('about:blank', '_blank');
  try {
    const { content, media_type } = await read(path, { id });
    const url = URL.createObjectURL(new Blob([new Uint8Array(content)], { type: media_type }));
    if (tab) tab.location.href = url;
    // The window has read it long before.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  } catch (error) {
    tab?.close();
    throw error;
  }
}
