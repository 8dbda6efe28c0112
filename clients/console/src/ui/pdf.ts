import { read } from '../api/client.ts';

/** Opens an invoice in a new window. The window opens at once, since browsers stop those that come later. */
export async function openInvoice(id: number): Promise<void> {
  const tab = globalThis.open('about:blank', '_blank');
  try {
    const { content, media_type } = await read('invoice.pdf', { id });
    const url = URL.createObjectURL(new Blob([new Uint8Array(content)], { type: media_type }));
    if (tab) tab.location.href = url;
    // The window has read it long before.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  } catch (error) {
    tab?.close();
    throw error;
  }
}
