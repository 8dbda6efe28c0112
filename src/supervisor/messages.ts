/* What the supervisor of a node and its processes tell each other. */

/** The ports that a process has opened; a process that is started again opens the same ones. */
export interface Ports {
  readonly httpPort?: number | undefined;
  readonly authPort?: number | undefined;
  readonly acctPort?: number | undefined;
}

/** What a process does; it is the argument of its program. */
export type Part = 'radius' | 'others';

/** The settings are those of the environment, with these in their place. */
export interface Begin {
  readonly databaseUrl: string;
  readonly ports: Ports;
  readonly isDemo: boolean;
  readonly gatewaySimulatorUrl: string | undefined;
}

/** What one process asks the other, which may be away. */
export interface Question {
  readonly type: 'question';
  readonly id: string;
  readonly ask: Ask;
}
export type Ask = 'caughtUp' | 'readiness' | 'metrics';

export interface Answer {
  readonly type: 'answer';
  readonly id: string;
  /** Undefined: nobody is there to answer. Null: it failed. */
  readonly value: unknown;
}

/** To a process. */
export type Order =
  | { readonly type: 'begin'; readonly begin: Begin }
  | { readonly type: 'stop'; readonly why: string }
  | Question
  | Answer;

/** From a process. */
export type Report =
  /** It can be told to begin. */
  | { readonly type: 'loaded' }
  /** The database has been migrated and filled, so the other process can begin. */
  | { readonly type: 'prepared' }
  | { readonly type: 'ready'; readonly ports: Ports }
  /** For the operator, at once. */
  | { readonly type: 'notice'; readonly text: string }
  | Question
  | Answer;
