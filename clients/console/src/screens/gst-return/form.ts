/** Form GSTR-1 as the node writes it for the offline tool: amounts are numbers of two decimals. */
export interface Rated {
  readonly txval: number;
  readonly iamt?: number;
  readonly camt?: number;
  readonly samt?: number;
}

export interface Items {
  readonly itms: readonly { readonly itm_det: Rated & { readonly rt: number } }[];
}

export interface InvoiceOf extends Items {
  readonly inum: string;
  /** `dd-mm-yyyy` */
  readonly idt: string;
  readonly val: number;
}

export interface NoteOf extends Items {
  readonly nt_num: string;
  readonly nt_dt: string;
  readonly val: number;
  readonly pos: string;
}

export interface CodeRow extends Rated {
  readonly hsn_sc: string;
  readonly rt: number;
}

export interface Gstr1Form {
  readonly gstin: string;
  readonly b2b?: readonly { readonly ctin: string; readonly inv: readonly (InvoiceOf & { readonly pos: string })[] }[];
  readonly b2cl?: readonly { readonly pos: string; readonly inv: readonly InvoiceOf[] }[];
  readonly b2cs?: readonly (Rated & { readonly pos: string; readonly rt: number })[];
  readonly cdnr?: readonly { readonly ctin: string; readonly nt: readonly NoteOf[] }[];
  readonly cdnur?: readonly NoteOf[];
  readonly hsn?: {
    readonly data?: readonly CodeRow[];
    readonly hsn_b2b?: readonly CodeRow[];
    readonly hsn_b2c?: readonly CodeRow[];
  };
  readonly doc_issue?: {
    readonly doc_det: readonly {
      readonly doc_num: number;
      readonly docs: readonly { readonly from: string; readonly to: string; readonly totnum: number }[];
    }[];
  };
}
