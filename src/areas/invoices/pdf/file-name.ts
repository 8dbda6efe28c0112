/** `invoice-NF-000012.pdf`: the number of the document, as far as every file system takes it. */
export function fileName(documentNo: string): string {
  return `invoice-${documentNo.replace(/[^\w.-]+/g, '-')}.pdf`;
}
