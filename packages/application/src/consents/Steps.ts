/** The steps of a consent: ask ({@link Asking}), decide ({@link Decision}, {@link Settlement}), record. */
import * as Steps from "../durable/Steps.ts"
import * as Recording from "./Recording.ts"

/** Takes the steps of a consent that are due, and returns what to wait for. */
export const takeSteps = Steps.takeSteps("consentId", Recording)
