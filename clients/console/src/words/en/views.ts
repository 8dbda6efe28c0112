/** Saved views of lists. */
export const views = {
  title: 'Views',
  shown: (name: string) => `View: ${name}`,
  standard: 'Standard view',
  hint: 'Set filters, order or columns, then save them here under a name.',
  save: 'Save as a view',
  saveChanges: (name: string) => `Save the changes to “${name}”`,
  rename: (name: string) => `Rename “${name}”`,
  remove: (name: string) => `Delete “${name}”`,
  removeLead: 'This deletes only the view. The records stay as they are.',
  name: 'Name',
  kept: 'This browser keeps the view, and shows it to you alone.',
  replaces: 'This replaces the view of the same name.',
  taken: 'There is already a view of this name.',
} as const;
