/** The reason why this machine cannot run a part. A part throws it, and the run continues without a failure. */
export class Skipped extends Error {}
