/** One attack on the service, and the promise that it tests (decisions 4, 6, 12, 14). */
import type { Choice } from "../workshop/CommandLine.ts"
import type { Stage } from "./Stage.ts"

export interface Attack extends Choice {
  /** The service's promise, in one sentence. */
  readonly promise: string
  /** Runs the attack and describes how the service behaved. Throws if the service breaks the promise. */
  readonly run: (stage: Stage) => Promise<string>
}
