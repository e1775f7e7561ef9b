/** One thing that must hold; its name completes the sentence "the format …". */
export interface Check {
  readonly name: string;
  run(): Promise<void>;
}
