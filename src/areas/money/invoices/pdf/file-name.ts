/** `invoice-NF-000012.pdf`: the document number with the characters that every file system allows. */
export function fileName(documentNo: string): string {
  return `invoice-${documentNo.replace(/[^\w.-]+/g, '-')}.pdf`;
}
