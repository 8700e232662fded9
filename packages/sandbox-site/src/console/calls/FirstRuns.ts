/** The runs that the welcome page offers, in the order in which a newcomer should see them. */

export interface FirstRun {
  readonly scenario: string
  readonly text: string
  readonly press: string
}

export const firstRuns: ReadonlyArray<FirstRun> = [
  {
    scenario: "completed",
    text: "A person signs in with a password. Two seconds later you have their insurance and pensions.",
    press: "Run a collection"
  },
  {
    scenario: "two-factor",
    text: "The company sends a code. Your program asks the person for it, and the collection goes on.",
    press: "Run a two-factor login"
  },
  {
    scenario: "electronic-id-press-sign",
    text: "The person signs in with an app on their phone. The sandbox has no app: you press Sign in its place.",
    press: "Run a login with electronic ID"
  },
  {
    scenario: "consent-press-sign",
    text: "The person signs a consent with their electronic ID. Until it ends, you read their accounts.",
    press: "Run a bank consent"
  }
]

/**
 * Returns the run that follows the run of this scenario, or undefined if the scenario is not in the list or is the
 * last.
 */
export const runAfter = (scenario: string): FirstRun | undefined =>
  firstRuns[firstRuns.findIndex((run) => run.scenario === scenario) + 1 || firstRuns.length]
