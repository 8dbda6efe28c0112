/** Made by the build (`derived-forms.ts`): the forms of all changes, by the names of their procedures. */
declare module 'virtual:forms' {
  const forms: Readonly<Record<string, import('./field-shape.ts').FormShape>>;
  export default forms;
}
