/** There is nothing sound to start. Its message is a sentence for the operator. */
export class ReleaseFault extends Error {}
