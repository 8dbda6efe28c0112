/** Mutants that no test can kill, since the program does the same with them. At most five. */
export const EXPLAINED: readonly { readonly path: string; readonly change: string; readonly why: string }[] = [];
