/**
 * A part of the glossary: what the fields of parameters and results mean, each in a phrase that begins like a sentence. A term has
 * one meaning wherever it appears, unless its name means something else with some records, which are named then.
 */
export interface Part {
  /** By the name of the field. */
  readonly anywhere: Readonly<Record<string, string>>;
  /**
   * By the part of the API, then by the name of the field. A part is a field of an answer that contains others (`charges`), a
   * procedure (`service.topup`), what the names of several begin with (`plan.subplan` of `plan.subplan_list`), or all of an area
   * (`payment`); several have commas between them.
   */
  readonly within: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
